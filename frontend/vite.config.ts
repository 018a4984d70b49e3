import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CSS_TARGET, inlineConstants } from './constants.ts';
import { precompress } from './precompress.ts';
import { squeeze } from './squeeze.ts';

const at = (path: string) => new URL(path, import.meta.url).pathname;
const dist = at('../marquee/site/dist');

function ownPreload(): Plugin {
  return {
    name: 'own-preload',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id.includes('vite/preload-helper') ? at('src/app/preload.ts') : null),
  };
}

/** Few parts, by who needs them: each file more is a request, and a name that no compression shortens. */
const GROUPS = [
  // What every page begins with.
  { name: 'main', tags: ['$initial' as const], priority: 3 },
  // What a visitor needs when something on the page changes: how it is read, and how it is set.
  {
    name: 'reads',
    test: /src\/api\/(?:reads|artists|events|lists|requests|client|errors)\.ts/,
    priority: 2,
  },
  { name: 'letters', test: /src\/ui\/(?:type\/fit|list\/(?:stand-in|skeleton))/, priority: 2 },
  { name: 'search', test: /src\/(?:pages\/search|api\/search|ui\/use-after-pause)/, priority: 2 },
  // Who is signed in, and what they may do.
  {
    name: 'session',
    test: /src\/(?:account\/(?:can|(?:\w+-)?session|session-state)|api\/(?:auth|contacts))\.ts/,
    priority: 2,
  },
  // Forms and the panel.
  { name: 'work', test: /src\/(?!api\/(?:auth-client|data-client|left-out))/, priority: 1 },
];

export default defineConfig({
  root: at('.'),
  cacheDir: at('../node_modules/.vite'),
  // No hook for the developer tools of React, which a finished page has no use for.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  resolve: {
    alias: [
      {
        find: /^\.\/lib\/(?:webauthn|web3\/ethereum)$/,
        replacement: at('src/api/left-out.ts'),
      },
    ],
  },
  css: { postcss: { plugins: [inlineConstants(at('src/styles/tokens.css'))] } },
  plugins: [react(), ownPreload(), squeeze(dist), precompress(dist)],
  build: {
    outDir: dist,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    cssTarget: CSS_TARGET,
    // The policy of the page allows no data: addresses for fonts or pictures.
    assetsInlineLimit: 0,
    // Whoever loads a later part loads what it builds upon at the same time.
    modulePreload: false,
    rolldownOptions: {
      input: at('src/app/main.tsx'),
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
