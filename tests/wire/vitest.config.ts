import { defineConfig } from 'vitest/config';

/** The official client against a live server: one server for each file. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: './template.ts',
    environment: 'node',
    pool: 'forks',
    // Files share the client, which keeps nothing; each has a site of its own.
    isolate: false,
    maxWorkers: 2,
    // Wide, since a shared machine stands still for seconds now and then.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The client's word about future versions of Node.
    onConsoleLog: (log) => !log.includes('Node.js 20 and below are deprecated'),
  },
});
