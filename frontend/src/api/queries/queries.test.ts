import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { artistResource, artistSearch, artistsResource, featuredResource } from '../artists';
import { connect } from '../client/connection';
import { isMusicContact, ownedArtists } from '../contacts';
import { countEvents } from '../edit-artists';
import { allPastResource, pastSearch, placesResource } from '../edit-events';
import {
  artistEventsResource,
  eventResource,
  eventSearch,
  moreDatesResource,
  nextDateResource,
  pastEventsResource,
  upcomingEventsResource,
} from '../events';
import { searchOf } from '../search';

const EVENT = '00000000-0000-4000-8000-000000000002';

const READS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the featured artist': featuredResource.load,
  'the first artists': () => artistsResource.load(),
  'more artists': () => artistsResource.more(shown(24)),
  'artists again, as many as are shown': () => artistsResource.load(undefined, shown(48)),
  'artists that are found': () => artistSearch(searchOf('2345 WÍN')).load(),
  'more of them': () => artistSearch(searchOf('2345 WÍN')).more(shown(24)),
  'the first events': () => upcomingEventsResource.load(),
  'more events': () => upcomingEventsResource.more(shown(20)),
  'events that are found': () => eventSearch(searchOf('2345 winzh')).load(),
  'events of which most are found': () => eventSearch(searchOf('hall')).load(),
  'an artist': () => artistResource('silver-orver-0').load(),
  'events of an artist': () => artistEventsResource('silver-orver-0').load(),
  'more events of an artist': () => artistEventsResource('silver-orver-0').more(shown(20)),
  'past events of an artist': () => pastEventsResource('silver-orver-0').load(),
  'the next date of an artist': () => nextDateResource('silver-orver-0').load(),
  'an event': () => eventResource(EVENT).load(),
  'more dates of its artist': () =>
    moreDatesResource({ id: EVENT, artist_id: 'silver-orver-0' }).load(),
  'how many events go with an artist': () => countEvents('silver-orver-0'),
  'past events of all artists': () => allPastResource.load(),
  'past events that are found': () => pastSearch(searchOf('2345 winzh')).load(),
  'earlier venues': () => placesResource(searchOf('2345 winzh')).load(),
  'whether a person is a contact': () => isMusicContact('00000000-0000-4000-8000-000000000001'),
  'of which artists a person is an owner': () =>
    ownedArtists('00000000-0000-4000-8000-000000000001'),
};

const shown = (count: number) => ({
  rows: Array.from({ length: count }, (_, n) => ({ id: `${n}` })) as never[],
  count: 1000,
  hasMore: true,
});

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('location', { origin: 'https://stage.example' });
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input.slice(input.indexOf('/v1/') + 4));
    return Response.json([], { headers: { 'Content-Range': '*/0' } });
  });
  connect({ key: 'sb_publishable_x', today: '2026-11-21' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The databases are asked for their plans of these queries: tests/domain/test_query_plans.py. */
test('what is read is written down', async () => {
  const queries: Record<string, string> = {};
  for (const [name, read] of Object.entries(READS)) {
    await read();
    queries[name] = asked.splice(0).join(' ; ');
  }
  const text = `${JSON.stringify(queries, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../../../tests/queries.json');
});
