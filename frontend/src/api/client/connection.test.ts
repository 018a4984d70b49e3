import { expect, onTestFinished, test, vi } from 'vitest';
import { connect, siteToday } from './connection';

test('a page that was left open goes on to the next days of the site', () => {
  vi.useFakeTimers({ now: new Date('2031-01-01T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  connect({ key: 'key', today: '2026-11-27' });
  expect(siteToday()).toBe('2026-11-27');
  vi.setSystemTime(new Date('2031-01-04T11:59:00Z'));
  expect(siteToday()).toBe('2026-11-29');
});
