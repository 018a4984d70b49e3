import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => new URL(path, import.meta.url).pathname;

/** The same components for the engine inside the server: one script, which leaves `render` behind. */
export default defineConfig({
  root: at('.'),
  cacheDir: at('../node_modules/.vite'),
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['browser', 'module', 'import'],
    alias: [
      { find: /^use-sync-external-store\/shim.*/, replacement: 'react' },
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
  plugins: [react()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: at('src/server.tsx'),
    outDir: at('../marquee/site/dist/server'),
    target: 'es2022',
    minify: true,
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'render.js', codeSplitting: false },
    },
  },
});
