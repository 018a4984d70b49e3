/** What the site is called and how it looks. See docs/protocol.md#settings. */

import { services } from '../paths';
import type { Row, Update } from '../types';
import { publishableKey } from './client/connection';
import { ownAnswer } from './client/own-answer';
import { readRow } from './client/requests';
import { type Saved, saveRow } from './client/writes';
import type { Resource } from './queries/query-store';

/** The one row of music_settings; null is the default. */
export type SiteSettings = Row<'music_settings'>;

export type NewSettings = Update<'music_settings'>;

export function fetchSettings(signal?: AbortSignal): Promise<SiteSettings> {
  return readRow('fetching the settings failed', signal, (db) =>
    db.from('music_settings').select('*').single(),
  );
}

export const settingsResource: Resource<SiteSettings> = {
  key: 'settings',
  tables: ['music_settings'],
  load: fetchSettings,
};

/** What the site is called as long as no admin has named it. */
export const usualNameResource: Resource<string> = {
  key: 'usual name',
  tables: [],
  load: async (signal) => {
    const headers = { apikey: publishableKey() };
    const answer = await ownAnswer(
      await fetch(`${services.auth}/settings`, { headers, signal: signal ?? null }),
    );
    if (!answer.ok) throw new Error(`the settings were answered with ${answer.status}`);
    return ((await answer.json()) as { site_name: string }).site_name;
  },
};

/** Saves what has changed of `base`, unless someone else saved in the meantime; the settings as they are then. */
export function saveSettings(
  base: SiteSettings,
  changed: NewSettings,
): Promise<Saved<SiteSettings>> {
  const values = { ...changed, updated_at: base.updated_at };
  return saveRow('saving the settings failed', (db) =>
    db.from('music_settings').update(values).eq('id', base.id).select().single(),
  );
}
