import { beforeEach, expect, test, vi } from 'vitest';
import {
  forgetAllDrafts,
  forgetDraft,
  keepDraft,
  keptDraft,
  keptKey,
  showDraftsOf,
  startOf,
} from './kept-drafts';

/** A browser's storage, of so many characters at most. */
function storageOf(room: number) {
  const items = new Map<string, string>();
  // A browser's own items are what its keys are.
  return new Proxy(
    {
      getItem: (name: string) => items.get(name) ?? null,
      removeItem: (name: string) => void items.delete(name),
      setItem: (name: string, text: string) => {
        if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
        items.set(name, text);
      },
    },
    {
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storageOf(100));
  showDraftsOf('vesna');
});

test('what was typed is kept for whoever typed it, and shown to nobody else', () => {
  keepDraft('event.new', { venue: 'Hall' });
  expect(keptDraft('event.new')).toEqual({ venue: 'Hall' });
  expect(keptKey('event.')).toBe('event.new');
  showDraftsOf('okapi');
  expect(keptDraft('event.new')).toBeNull();
  expect(keptKey('event.')).toBeNull();
});

test('signing out forgets the drafts of the person who leaves, and no others', () => {
  keepDraft('event.new', { venue: 'Hall' });
  showDraftsOf('okapi');
  keepDraft('event.new', { venue: 'Pier' });
  forgetAllDrafts();
  expect(keptDraft('event.new')).toBeNull();
  showDraftsOf('vesna');
  expect(keptDraft('event.new')).toEqual({ venue: 'Hall' });
});

test('what does not fit does not come back as it was before', () => {
  keepDraft('profile', { bio: 'Sings.' });
  keepDraft('profile', { bio: 'x'.repeat(100) });
  expect(keptDraft('profile')).toBeNull();
});

test('a form that was emptied has no draft', () => {
  keepDraft('profile', { bio: 'Sings.' });
  keepDraft('profile', {});
  expect(keptKey('profile')).toBeNull();
});

test('a browser that keeps nothing loses no more than that', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft('profile', { bio: 'Sings.' });
  expect(keptDraft('profile')).toBeNull();
  expect(keptKey('profile')).toBeNull();
});

type Profile = { bio: string; links: string };

const NEWEST: Profile = { bio: 'Theirs.', links: 'tide radio' };

/** Takes what differs from what was there before. */
const merge = (before: Profile, typed: Profile, newest: Profile): Profile => ({
  bio: typed.bio === before.bio ? newest.bio : typed.bio,
  links: `${newest.links}${typed.links.replace(before.links, '')}`,
});

test('what was typed into an older record is merged into the newest, and known to be older', () => {
  keepDraft('profile', { links: 'tide mine' }, { links: 'tide' });
  expect(startOf(NEWEST, 'profile', merge)).toEqual({
    values: { bio: 'Theirs.', links: 'tide radio mine' },
    wasKept: true,
    older: { bio: 'Theirs.', links: 'tide' },
  });
});

test('what was typed into the record as it still is comes back as it was typed', () => {
  keepDraft('profile', { bio: 'Mine.' }, { bio: 'Theirs.' });
  const start = { values: { ...NEWEST, bio: 'Mine.' }, wasKept: true, older: null };
  expect(startOf(NEWEST, 'profile', merge)).toEqual(start);
});

test('a draft takes along what it was typed over', () => {
  const nothing = { values: NEWEST, wasKept: false, older: null };
  keepDraft('profile', { bio: 'Mine.' }, { bio: 'Old.' });
  forgetDraft('profile');
  expect(startOf(NEWEST, 'profile', merge)).toEqual(nothing);
  keepDraft('profile', { bio: 'Mine.' });
  expect(startOf(NEWEST, 'profile', merge)).toMatchObject({ wasKept: true, older: null });
  keepDraft('profile', { bio: 'Mine.' }, { bio: 'Old.' });
  forgetAllDrafts();
  expect(startOf(NEWEST, 'profile', merge)).toEqual(nothing);
});
