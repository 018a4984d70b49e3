/** The call on `music_contacts`: may the one who is signed in manage events? */

import { expect, test } from 'vitest';
import { SIGNED_IN } from '../../live/cast';
import { dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();

test.each(SIGNED_IN)('%s selects all rows of the current user (D1)', async (who) => {
  const client = await signedIn(site, who);
  const { id } = site.cast[who];
  const rows = dataOf(await client.from('music_contacts').select('*').eq('user_id', id));
  expect(rows.map(({ user_id }) => user_id)).toEqual(who === 'contact' ? [id] : []);
});

test('only an admin sees other people’s contact rows (D1)', async () => {
  const seenBy = async (who: 'admin' | 'owner' | 'stranger') =>
    dataOf(await (await signedIn(site, who)).from('music_contacts').select('user_id'));
  expect(await seenBy('owner')).toEqual([]);
  expect(await seenBy('stranger')).toEqual([]);
  expect(await seenBy('admin')).toEqual([{ user_id: site.cast.contact.id }]);
  expect(dataOf(await visitor(site).from('music_contacts').select('*'))).toEqual([]);
});

test('a hidden row does not show in a count either', async () => {
  const stranger = await signedIn(site, 'stranger');
  const { count } = await stranger
    .from('music_contacts')
    .select('*', { count: 'exact', head: true });
  expect(count).toBe(0);
});
