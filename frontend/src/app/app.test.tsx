import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleEvent } from '../../../tests/example-event';
import { createSession } from '../account/session/session';
import { createStore } from '../api/queries/query-store';
import type { Artist, EventRecord, ListedEvent, Preloaded } from '../types';
import { collectRules } from '../ui/type/fitted-rules';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';
import { loadAll } from './routes';

const artist = (id: string, name: string, extra: Partial<Artist> = {}): Artist => ({
  id,
  user_id: null,
  name,
  genre: 'Art pop',
  image: `https://pictures.example/${id}.webp`,
  image_alt: null,
  credit: null,
  followers: '1.2M',
  latest_song: null,
  bio: null,
  social_instagram: null,
  social_twitter: null,
  website: null,
  is_featured: false,
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  links: [],
  ...extra,
});

const SITE = {
  name: 'Undercard',
  key: 'sb_publishable_x',
  today: '2026-11-21',
  now: '2026-11-21T10:00:00Z',
  timezone: 'Europe/Berlin',
  url: 'https://stage.example',
  password_minimum: 15,
};
const HALVE = artist('halve', 'Halve');
const VESNA = artist('vesna-kole', 'Vesna Kole', { is_featured: true, latest_song: 'Salt Hour' });

const event = (venue: string, extra: Partial<EventRecord> = {}) =>
  exampleEvent({
    id: venue,
    artist_id: VESNA.id,
    artist: VESNA,
    date: '2027-02-06',
    venue,
    location: 'Trieste, Italy',
    upcoming_until: '2027-02-07T04:00:00Z',
    ...extra,
  });

const home = (artists: Artist[], events: ListedEvent[] = [], unseen = 0) => ({
  home: {
    featured: artists.find((one) => one.is_featured) ?? null,
    artists,
    artist_count: artists.length + unseen,
    events,
    event_count: events.length + unseen,
    next: null,
    links: [],
  },
});

/** What a server would send for `path`: no browser is anywhere near. */
function rendered(
  path: string,
  data: Pick<Preloaded, 'home' | 'profile' | 'event' | 'page'>,
): string {
  const preloaded = parsePreloaded(JSON.stringify({ site: SITE, path, title: '', ...data }));
  const store = createStore(seedOf(preloaded));
  const render = () =>
    renderToString(
      <App site={preloaded.site} store={store} session={createSession()} path={path} />,
    );
  return collectRules(render).result;
}

const plain = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'");

beforeAll(loadAll);

describe('home', () => {
  const events = [event('Teatro Lanterna')];
  const html = rendered('/', home([HALVE, VESNA], events));

  test('shows the featured artist, not the first', () => {
    expect(plain(/<h1.*?<\/h1>/.exec(html)?.[0] ?? '')).toBe('Vesna Kole');
    expect(html).toContain('Salt Hour');
  });

  test('shows the others, and the events', () => {
    expect(html).toContain('href="/artist/halve"');
    expect(plain(html)).toContain('Saturday, February 6, 2027');
  });

  test('offers the panel before anything is known of a session', () => {
    expect(html).toContain('aria-label="Admin panel"');
  });

  test('is the same each time', () => {
    expect(rendered('/', home([HALVE, VESNA], events))).toBe(html);
  });

  test('falls back to the first artist', () => {
    const fallback = rendered('/', home([HALVE]));
    expect(plain(/<h1.*?<\/h1>/.exec(fallback)?.[0] ?? '')).toBe('Halve');
    expect(fallback).toContain('No upcoming events scheduled.');
    expect(fallback).not.toContain('Latest Release');
  });

  test('offers more where there is more', () => {
    const text = plain(rendered('/', home([HALVE], events, 2)));
    for (const expected of [
      '1 of 3 artists',
      '1 of 3 dates',
      'Show more artists',
      'Show more events',
    ])
      expect(text).toContain(expected);
    expect(html).not.toContain('Show more');
  });

  test('invites when there is nobody yet', () => {
    const empty = rendered('/', home([]));
    expect(empty).toContain('No artists yet.');
    expect(empty).not.toContain('<img');
  });
});

describe('profile', () => {
  test('shows the artist', () => {
    const past = [event('Net Loft', { date: '2025-11-08' })];
    const events = [event('Teatro Lanterna')];
    const profile = {
      ...{ artist: VESNA, events, event_count: 1, past, past_count: 1 },
      ...{ since: 'November 2026', others: [] },
    };
    const text = plain(rendered('/artist/vesna-kole', { profile }));
    for (const expected of [
      'Back',
      'Vesna Kole',
      '1.2M followers',
      'No bio available.',
      'Teatro Lanterna',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toContain('Edit Profile');
    expect(text).not.toContain('Connect');
  });

  test('holds its place for an artist who is not known', () => {
    expect(rendered('/artist/nobody', {})).toContain('aria-busy="true"');
  });
});
