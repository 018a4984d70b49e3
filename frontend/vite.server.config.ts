import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { boot } from './boot.ts';
import { CSS_TARGET } from './vite.config.ts';

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** What is fetched where somebody signs in, searches or changes something: half of all, and the engine does none of it. */
const IN_BROWSERS_ONLY =
  /\/(admin-panel|further-sections|follow-session|own-profile|event-tools|search-dialog|data-client|api\/storage|auth\/client)$/;
const ABSENT = 'in-browsers-only';

const browsersOnly: Plugin = {
  name: ABSENT,
  enforce: 'pre',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && IN_BROWSERS_ONLY.test(specifier) ? `\0${ABSENT}` : null,
  load: (id) => (id === `\0${ABSENT}` ? "throw new Error('not in the engine')" : null),
};

/** The site's components for the engine inside the server: one script, which leaves `render` behind. */
export default defineConfig({
  root: at('.'),
  cacheDir: at('../node_modules/.vite'),
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['browser', 'module', 'import'],
    alias: [
      // Needs nothing of a browser, unlike the one that streams. React does not export it: tests/site/test_render.py
      // fails when it moves.
      {
        find: 'react-dom/server',
        replacement: at(
          '../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
        ),
      },
    ],
  },
  plugins: [browsersOnly, react(), boot(at('src/app/boot.js'), at('../marquee/site/dist/server'))],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: at('src/app/server.tsx'),
    outDir: at('../marquee/site/dist/server'),
    target: 'es2022',
    cssTarget: CSS_TARGET,
    minify: true,
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'render.js', codeSplitting: false },
    },
  },
});
