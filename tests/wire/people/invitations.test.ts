/** An invitation from its making to its use, with the official client. */

import { expect, test } from 'vitest';
import { OTHER } from '../../live/cast';
import { type Client, dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();

const accept = async (body: object, client?: Client) => {
  const session = (await client?.auth.getSession())?.data.session;
  const answer = await fetch(`${site.url}/auth/v1/invitation/accept`, {
    method: 'POST',
    headers: { apikey: site.key, Authorization: `Bearer ${session?.access_token ?? site.key}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
};

const invitations = async () => (await signedIn(site, 'admin')).from('music_invitations');
const tokenIn = (link: string) => link.replace(`${site.url}/invitation#`, '');

test('an owner is invited by a link, accepts it, and edits the page (U2)', async () => {
  const made = (await invitations()).insert({ role: 'owner', artist_id: OTHER }).select().single();
  const token = tokenIn(dataOf(await made).link);
  expect(token).toMatch(/^[\w-]{43}$/);
  const person = { email: 'lena@night-ferry.example', password: 'rivers run under the ice' };
  const { status, body } = await accept({ token, ...person });
  expect(status).toBe(200);
  const client = visitor(site);
  const { access_token, refresh_token } = body.session;
  expect((await client.auth.setSession({ access_token, refresh_token })).error).toBeNull();
  const saved = client
    .from('music_artists')
    .update({ bio: 'By Lena.' })
    .eq('id', OTHER)
    .select('bio');
  expect(dataOf(await saved)).toEqual([{ bio: 'By Lena.' }]);
  expect((await visitor(site).auth.signInWithPassword(person)).error).toBeNull();
  expect((await accept({ token }, client)).body).toMatchObject({ error_code: 'invitation_used' });
});

test('an invitation is sent again and withdrawn, and its former links end (U2)', async () => {
  const email = site.cast.stranger.email;
  const made = (await invitations()).insert({ role: 'contact', email }).select('id,link').single();
  const first = dataOf(await made);
  const again = (await invitations())
    .insert({ replaces: first.id })
    .select('id,email,link')
    .single();
  const second = dataOf(await again);
  expect(second).toMatchObject({ email });
  const stranger = await signedIn(site, 'stranger');
  const withdrawn = { status: 410, body: { error_code: 'invitation_withdrawn' } };
  expect(await accept({ token: tokenIn(first.link) }, stranger)).toMatchObject(withdrawn);
  expect((await (await invitations()).delete().eq('id', second.id)).error).toBeNull();
  expect(await accept({ token: tokenIn(second.link) }, stranger)).toMatchObject(withdrawn);
  expect(dataOf(await (await invitations()).select('link').eq('role', 'contact'))).toEqual([]);
});
