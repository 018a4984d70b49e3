import { describe, expect, test, vi } from 'vitest';
import type { Artist } from '../../types';
import { keepDraft, startOf } from '../../ui/form/kept-drafts';
import {
  artistOf,
  checkArtist,
  checkEdited,
  draftOf,
  EMPTY_DRAFT,
  editedArtist,
  mergedDraft,
} from './draft';

const ORIGIN = 'https://site.example';

const ARTIST: Artist = {
  id: 'vesna-kole',
  user_id: null,
  name: 'Vesna Kole',
  genre: 'Art pop',
  image: '/storage/v1/object/public/media/vesna-kole.webp',
  image_alt: null,
  credit: null,
  followers: '1.2M',
  latest_song: null,
  bio: null,
  social_instagram: 'vesnakole',
  social_twitter: null,
  website: null,
  is_featured: true,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  links: [],
};

const GOOD = { ...EMPTY_DRAFT, name: 'A', genre: 'B', image: 'https://c.example/d.webp' };

test('an artist that nobody changed is saved as it was', () => {
  const { name, genre, image, bio, social_instagram } = artistOf(draftOf(ARTIST, ORIGIN), ORIGIN);
  expect({ name, genre, image, bio, social_instagram }).toEqual({
    name: ARTIST.name,
    genre: ARTIST.genre,
    image: ARTIST.image,
    bio: null,
    social_instagram: 'vesnakole',
  });
});

test('an edit leaves what it did not change exactly as it is stored', () => {
  const stored = { ...ARTIST, genre: 'Art pop ', latest_song: '', social_twitter: '@vesna' };
  const draft = { ...draftOf(stored, ORIGIN), bio: ' Sings. ' };
  expect(editedArtist(stored, draft, ORIGIN)).toEqual({ ...stored, bio: 'Sings.' });
});

test('a draft that is announced at once is announced by the clock of the site', () => {
  const stored = { ...ARTIST, published_at: null };
  const draft = { ...draftOf(stored, ORIGIN), published_at: '' };
  expect(editedArtist(stored, draft, ORIGIN)).toEqual({ ...stored, published_at: 'now' });
});

test('an edit is not held up by what it did not change', () => {
  const before = { ...GOOD, website: 'stored without a scheme' };
  expect(checkEdited(before, { ...before, bio: 'new' })).toEqual({});
  expect(checkEdited(before, { ...before, name: '' })).toHaveProperty('name');
});

test('links that were typed into an older profile leave those that somebody else added since', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
    removeItem: (name: string) => items.delete(name),
  });
  const [tide, radio] = ['tide', 'radio'].map((id) => ({ id, url: `https://${id}.example` }));
  const links = (...all: (object | undefined)[]) =>
    JSON.stringify(all.map((link) => ({ label: '', ...link })));
  const mine = { url: 'https://mine.example' };
  keepDraft('artist', { links: links(tide, mine) }, { links: links(tide) });
  const newest = { ...GOOD, bio: 'Theirs.', links: links(tide, radio) };
  const { values } = startOf(newest, 'artist', mergedDraft);
  vi.unstubAllGlobals();
  expect(values.bio).toBe('Theirs.');
  for (const { url } of [tide, radio, mine] as { url: string }[])
    expect(values.links).toContain(url);
});

test('handles are saved without their decoration, empty fields as null', () => {
  const draft = {
    ...GOOD,
    social_instagram: '@one',
    social_twitter: 'https://x.com/two/',
    bio: ' ',
  };
  const saved = artistOf(draft, ORIGIN);
  expect([saved.social_instagram, saved.social_twitter, saved.bio]).toEqual(['one', 'two', null]);
});

test('addresses are completed with https://, as people leave it out', () => {
  const draft = {
    ...GOOD,
    image: 'www.pictures.example/a.jpg',
    website: ' vesnakole.example/tour ',
  };
  expect(checkArtist(draft)).toEqual({});
  expect(artistOf(draft, ORIGIN)).toMatchObject({
    image: 'https://www.pictures.example/a.jpg',
    website: 'https://vesnakole.example/tour',
  });
});

describe('what is wrong with a draft', () => {
  test('nothing', () => expect(checkArtist(GOOD)).toEqual({}));

  test.each([
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['genre', ''],
    ['image', ''],
    ['image', 'night-ferry.jpg'],
    ['followers', ''],
    ['website', 'vesnakole'],
    ['social_instagram', 'vesna kole'],
    ['social_twitter', 'https://other.example/vesna'],
    ['bio', 'x'.repeat(20_001)],
  ] as const)('%s', (field, typed) => {
    expect(checkArtist({ ...GOOD, [field]: typed })).toEqual({ [field]: expect.any(String) });
  });
});

test('a newer version fills in what was not typed, and leaves what was', () => {
  const before = { ...GOOD, bio: 'old', genre: 'old' };
  const typed = { ...before, bio: 'mine' };
  const newest = { ...before, bio: 'theirs', genre: 'theirs' };
  expect(mergedDraft(before, typed, newest)).toEqual({ ...newest, bio: 'mine' });
});
