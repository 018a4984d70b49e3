/** An event for tests, of which nothing is said but what its page needs. */

import { EVENT_COLUMNS } from '../frontend/src/columns';
import type { EventRecord } from '../frontend/src/types';

const NOTHING_SAID = Object.fromEntries(EVENT_COLUMNS.map((column) => [column, null]));

export function exampleEvent(said: Partial<EventRecord>): EventRecord {
  return { ...NOTHING_SAID, ...EXAMPLE, ...said } as EventRecord;
}

const EXAMPLE: Partial<EventRecord> = {
  id: '1',
  artist_id: 'halve',
  artist: { id: 'halve', name: 'Halve', genre: 'Techno', image: '/h.webp' },
  date: '2026-11-24',
  venue: 'Kesselhaus Nord',
  location: 'Leipzig',
  status: 'scheduled',
  previous_date: null,
  upcoming_until: '2026-11-25T04:00:00Z',
  created_at: '2026-11-21T00:00:00Z',
  updated_at: '2026-11-21T00:00:00Z',
  lineup: [],
};
