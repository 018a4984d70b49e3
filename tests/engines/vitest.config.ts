import { defineConfig } from 'vitest/config';

/** A few flows in the engines of Firefox and Safari: not part of `make test`, which needs Chromium alone. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
