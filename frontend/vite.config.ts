import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { precompress } from './precompress.ts';

const dist = new URL('../marquee/site/dist', import.meta.url).pathname;

export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  cacheDir: new URL('../node_modules/.vite', import.meta.url).pathname,
  resolve: {
    alias: [
      // The router brings a stand-in for what this React has itself.
      { find: /^use-sync-external-store\/shim.*/, replacement: 'react' },
    ],
  },
  plugins: [react(), precompress(dist)],
  build: {
    outDir: dist,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The policy of the page allows no data: addresses for fonts or pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: new URL('src/main.tsx', import.meta.url).pathname,
      output: {
        // What every page needs is one script, whichever later parts share some of it.
        codeSplitting: { groups: [{ name: 'main', tags: ['$initial'] }] },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
