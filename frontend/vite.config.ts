import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { precompress } from './precompress.ts';

const at = (path: string) => new URL(path, import.meta.url).pathname;
/** Browsers of 2024 and later need no prefixes; in older ones a ticket has square corners. */
export const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5'];

/** All but the page of an invitation, and the sections of the panel that come when one of them is opened. */
const NOT_FURTHER =
  /^(?!.*(?:storage-js|iceberg-js)|.*src\/(api\/storage\.|admin\/(further-sections|people|history|import|site|welcome)|account\/invitation\/|api\/(people.*|changes|queries\/changed-rows|settings|auth\/invitations)|styles\/further))/;

const dist = at('../marquee/site/dist');

export default defineConfig({
  root: at('.'),
  cacheDir: at('../node_modules/.vite'),
  plugins: [react(), precompress(dist)],
  build: {
    outDir: dist,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    cssTarget: CSS_TARGET,
    // The policy of the page allows no data: URLs for fonts or pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The style stands in every page already. As a part of the script, whatever comes later would link it once more,
    // after the page's own rules.
    cssCodeSplit: false,
    rolldownOptions: {
      // Constants stand where they are used: one part of the script keeps none for another.
      optimization: { inlineConst: { mode: 'all' } },
      input: at('src/app/main.tsx'),
      output: {
        codeSplitting: {
          groups: [
            // All that a visitor's page may run, what the pages about dates, for the press and the search do in
            // addition, and all that people who work on the site do, most of the time and now and then.
            { name: 'visitor', tags: ['$initial'], priority: 3 },
            {
              name: 'data',
              test: /postgrest-js|api\/(client\/(data-client|own-answer)|search)|use-after-pause/,
              priority: 2,
            },
            {
              name: 'profile',
              test: /pages\/(artist-page|profile\.)|artists\/(profile-view|connect|facts|also-here|banner)|past-dates|styles\/profile/,
              priority: 2,
            },
            {
              name: 'dates',
              test: /events\/page\/|pages\/(?!artist|confirm)\w+-page|styles\/dates|api\/page\./,
              priority: 2,
            },
            {
              name: 'press-kit',
              test: /artists\/press-kit\/|pages\/press-kit-page|styles\/press-kit/,
              priority: 2,
            },
            {
              name: 'search',
              test: /pages\/search\/search-(dialog|results)|styles\/search/,
              priority: 2,
            },
            { name: 'work', test: NOT_FURTHER, priority: 1 },
            { name: 'storage', test: /api\/storage\.|storage-js|iceberg-js/, priority: 1 },
            { name: 'further' },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    // A world of its own for each file takes four fifths of the time, and none leaves anything behind.
    isolate: false,
    coverage: {
      include: ['src/**'],
      reporter: ['json-summary'],
      reportsDirectory: at('../.build/coverage-typescript'),
      // What was reached; it may rise, not fall. Components are tested in the browser.
      thresholds: { branches: 33 },
    },
  },
});
