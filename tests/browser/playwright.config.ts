import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { LEFT_OUT } from './twins';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** What is seen until the typeface is there, tried with a wide stand-in as well. */
const LATE_TYPEFACE = /stillness|typeface|signed-in-first-frame/;

/** The pages in a real browser against live servers: one server for each worker, the cast's content for each test. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  grepInvert: LEFT_OUT,
  globalSetup: './template.ts',
  outputDir: '../../test-results',
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  // Wide, since a shared machine stands still for seconds now and then: how fast the site is, the benchmarks tell.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'arial', use: { launchOptions: launch('arial') } },
    { name: 'dejavu', testMatch: LATE_TYPEFACE, use: { launchOptions: launch('dejavu') } },
  ],
});

/** A browser that knows only the fonts of fonts/<name>.conf: which ones the machine has changes no test. */
function launch(fonts: string) {
  return {
    executablePath: chromium(),
    env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'fonts', `${fonts}.conf`) },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-quic', '--no-first-run'],
      '--font-render-hinting=none', // widths as on a screen of many pixels
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  };
}

/** The machine's own browser; none is ever downloaded. */
function chromium(): string {
  const asked = process.env.CHROMIUM;
  if (asked) return asked;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    isExecutable,
  );
  if (!found)
    throw new Error(`None of ${NAMES.join(', ')} is on the PATH: install one, or set CHROMIUM`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
