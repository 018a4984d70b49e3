/** What the site is called and how it looks, with the official client. */

import { afterEach, expect, test } from 'vitest';
import { UNSET } from '../../live/cast';
import {
  type Client,
  dataOf,
  expectRefused,
  liveSite,
  NOT_ALLOWED,
  signedIn,
  visitor,
} from '../client';

const site = await liveSite();
const SET = {
  site_name: 'Night Shift',
  tagline: 'Two artists, one van',
  footer: 'Since 2026.',
  accent: '#7fe0b0',
  logo: 'https://pictures.example/logo.svg',
  contact: 'hello@stage.test',
};

afterEach(() => site.rest('PATCH', 'music_settings?id=eq.site', UNSET));

const settings = (client: Client) => client.from('music_settings');
const change = (client: Client, values: object) =>
  settings(client).update(values).eq('id', 'site').select().single();

test('an admin sets what the site is called and how it looks, and everybody reads it (U8)', async () => {
  const anyone = visitor(site);
  expect(dataOf(await settings(anyone).select().single())).toMatchObject(UNSET);
  const saved = dataOf(await change(await signedIn(site, 'admin'), SET));
  expect(saved).toMatchObject({ ...SET, accent_on_dark: '#7fe0b0' });
  expect(dataOf(await settings(anyone).select().single())).toEqual(saved);
  expect(await (await fetch(site.url)).text()).toContain(
    '<title>Night Shift – Two artists, one van</title>',
  );
});

test('nobody else sets it, nor anybody a colour that text cannot be read on, nor over a later save (U8)', async () => {
  for (const who of ['owner', 'contact', 'stranger'] as const)
    expectRefused(await change(await signedIn(site, who), SET), NOT_ALLOWED(who));
  const admin = await signedIn(site, 'admin');
  const dark = await change(admin, { accent: '#8a2c4c' });
  expectRefused(dark, { code: '23514', status: 400 });
  expect(dark.error?.hint).toContain('4.5 : 1');
  const { updated_at } = dataOf(await settings(admin).select().single());
  dataOf(await change(admin, { tagline: 'First', updated_at }));
  expectRefused(await change(admin, { tagline: 'Second', updated_at }), {
    code: 'PT409',
    status: 409,
  });
});
