import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leadsAway } from './use-leave-question';

beforeEach(() => void vi.stubGlobal('location', new URL('https://stage.example/artist/mara-voss')));
afterEach(() => void vi.unstubAllGlobals());

const PRESS = { button: 0 } as MouseEvent;

/** A link, as far as the question looks at it. */
function linkTo(address: string, more: object = {}): HTMLAnchorElement {
  const { href, origin, pathname } = new URL(address, 'https://stage.example/');
  const link = { href, origin, pathname, target: '', hasAttribute: () => false, ...more };
  return link as unknown as HTMLAnchorElement;
}

test.each([
  ['/', true],
  ['https://stage.example/events', true],
  ['/artist/mara-voss#bio', false],
  ['mailto:hello@stage.example', false],
  ['tel:+41310000000', false],
  ['https://tickets.example/silver-oar', false],
])('a link to %s leaves what is typed behind: %s (A7)', (address, isSo) => {
  expect(leadsAway(linkTo(address), PRESS)).toBe(isSo);
});

test('what opens elsewhere, or is stored, leaves nothing behind (A7)', () => {
  expect(leadsAway(linkTo('/', { target: '_blank' }), PRESS)).toBe(false);
  expect(leadsAway(linkTo('/', { hasAttribute: () => true }), PRESS)).toBe(false);
  expect(leadsAway(linkTo('/'), { ...PRESS, ctrlKey: true })).toBe(false);
});
