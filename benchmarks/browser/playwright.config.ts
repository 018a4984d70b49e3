import { defineConfig } from '@playwright/test';
import tests from '../../tests/browser/playwright.config';

const [usual] = tests.projects ?? [];

/** One browser, one visit at a time. */
export default defineConfig({
  testDir: '.',
  testMatch: ['visits.ts', 'first-interaction.ts', 'hydration.ts', 'interactions.ts'],
  workers: 1,
  reporter: 'line',
  timeout: 0,
  use: { browserName: 'chromium', ...usual?.use },
});
