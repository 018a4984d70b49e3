import { expect, test } from 'vitest';
import { SIGNED_OUT } from '../../account/session/session-state';
import type { ToldChange } from '../../api/changes';
import type { Save } from '../../api/saves';
import { canUndo } from './rights';

const UPLOADED = '/storage/v1/object/public/artists';
const change = (table_name: ToldChange['table_name'], values: Partial<ToldChange>) =>
  ({ table_name, row_id: 'halve', artist_id: 'halve', action: 'update', ...values }) as ToldChange;
const page = (before: object, after: object) =>
  change('music_artists', { before: { ...before }, after: { ...after } });
const picture = (before: string, after: string) => page({ image: before }, { image: after });

test.each<[string, ToldChange, boolean]>([
  ['what the page says', page({ genre: 'Techno' }, { genre: 'House' }), true],
  ['followers', page({ followers: '1' }, { followers: '2' }), false],
  ['what the page says with followers', page({}, { bio: 'New', followers: '2' }), false],
  ['an announcement', page({ published_at: null }, { published_at: '2026-11-23' }), false],
  ['the featured place', page({ is_featured: false }, { is_featured: true }), false],
  ['another artist', { ...page({}, { genre: 'House' }), row_id: 'vesna-kole' }, false],
  ['the artist, added', { ...page({}, { name: 'Halve' }), action: 'insert' }, false],
  ['a picture after an own one', picture(`${UPLOADED}/halve/a.jpg`, 'https://x.example/b'), true],
  ['a picture after one of another site', picture('https://x.example/b', UPLOADED), false],
  ['another cut', picture('https://x.example/b', 'https://x.example/b#focus=10,20'), true],
  ['a date', change('music_events', { action: 'delete' }), true],
  ['a link', change('music_links', { action: 'insert' }), true],
  ['a link of another', change('music_links', { artist_id: 'vesna-kole' }), false],
  ['the site', change('music_settings', { artist_id: null }), false],
])('an owner and an undo of %s', (_, told, isAllowed) => {
  const { table_name, action } = told;
  const kinds = [{ table_name, action, count: 1 }];
  const save = { kinds, changes: [told], isWhole: true } as unknown as Save;
  expect(canUndo({ ...SIGNED_OUT, owns: ['halve'] }, save)).toBe(isAllowed);
  expect(canUndo({ ...SIGNED_OUT, isAdmin: true }, save)).toBe(true);
  expect(canUndo({ ...SIGNED_OUT, owns: ['halve'] }, { ...save, isWhole: false })).toBe(
    table_name === 'music_events',
  );
});
