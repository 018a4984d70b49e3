import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The reference of `make bench`: one bundle of everything, as the specification describes the product. */
export default defineConfig({
  root: new URL('.', import.meta.url).pathname,
  cacheDir: new URL('node_modules/.vite', import.meta.url).pathname,
  plugins: [react()],
  publicDir: false,
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    emptyOutDir: true,
  },
});
