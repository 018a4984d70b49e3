import { expect, test } from 'vitest';
import { listeningAt } from './services';

const nameOf = (url: string, label: string | null) =>
  listeningAt([{ url, label }]).map(({ name }) => name);

test.each([
  ['https://open.spotify.com/artist/1', null, ['Spotify']],
  ['https://vesnakole.bandcamp.com', null, ['Bandcamp']],
  ['https://music.youtube.com/channel/1', null, ['YouTube Music']],
  ['https://www.youtube.com/@vesna', null, ['YouTube']],
  ['https://youtu.be/1', 'The video', ['The video']],
  ['https://www.facebook.com/vesna', null, []],
  ['https://Radio.Example:8443/vesna?a=b', null, ['radio.example']],
  ['https://notspotify.com/', null, ['notspotify.com']],
])('%s with the label %s is called %s', (url, label, names) => {
  expect(nameOf(url, label)).toEqual(names);
});
