import { describe, expect, test } from 'vitest';
import {
  completeLink,
  linksIn,
  linksText,
  listedLinks,
  mergedLinks,
  nameOf,
  problemOf,
  savedLinks,
} from './links';

const typed = (...urls: string[]) => urls.map((url) => ({ url, label: '' }));

describe('what is pasted', () => {
  test.each([
    ['https://mara.bandcamp.com/', ['https://mara.bandcamp.com/']],
    ['mara.bandcamp.com/album/salt', ['mara.bandcamp.com/album/salt']],
    ['a.example b.example/x', ['a.example', 'b.example/x']],
    ['https://a.example\r\n\nwww.b.example\n', ['https://a.example', 'www.b.example']],
    ['https://a.example, https://b.example;www.c.example', 3],
    ['- <https://a.example>\n2. "b.example",', ['https://a.example', 'b.example']],
    ['http://a.example http://b.example', 2],
    ['my bandcamp', ['my bandcamp']],
    ['https://a.example (soon more)', ['https://a.example', '(soon more)']],
    ['@mara https://mara.bandcamp.com', ['@mara', 'https://mara.bandcamp.com']],
    ['a.example, @mara, b.example', ['a.example', '@mara', 'b.example']],
    ['javascript:x youtu.be/x', ['javascript:x', 'youtu.be/x']],
    ['  \n ', []],
  ])('%j becomes %j', (text, rows) => {
    const urls = linksIn(text).map(({ url }) => url);
    if (typeof rows === 'number') expect(urls).toHaveLength(rows);
    else expect(urls).toEqual(rows);
  });

  test('words before an address that no service is known for become its label', () => {
    expect(linksIn('My radio: radio.example\nBandcamp – mara.bandcamp.com')).toEqual([
      { url: 'radio.example', label: 'My radio' },
      { url: 'mara.bandcamp.com', label: '' },
    ]);
  });
});

test.each([
  ['mara.bandcamp.com', 'https://mara.bandcamp.com'],
  [' www.a.example/b?c#d ', 'https://www.a.example/b?c#d'],
  ['HTTPS://A.example', 'https://A.example'],
  ['http://www.mara.bandcamp.com/x', 'https://www.mara.bandcamp.com/x'],
  ['HTTP://a.example', 'https://a.example'],
  ['//a.example/b', 'https://a.example/b'],
  ['spotify:artist:3kQ', 'https://open.spotify.com/artist/3kQ'],
  ['my bandcamp', 'my bandcamp'],
])('%j is saved as %j', (text, url) => expect(completeLink(text)).toBe(url));

test.each([
  ['mara.bandcamp.com', undefined],
  ['https://grüße.example', undefined],
  ['', undefined],
  ['bandcamp', /no web address/],
  ['https://bandcamp', /no web address/],
  ['mara@a.example', /no web address/],
  ['http://a.example', undefined],
  [`a.example/${'x'.repeat(2040)}`, /at most 2048/],
])('what is wrong with %j', (text, problem) => {
  const said = problemOf(typed(text), 0);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

test('the second of two same addresses is told, and so is a long label', () => {
  expect(problemOf(typed('a.example', 'https://a.example/'), 0)).toBeUndefined();
  expect(problemOf(typed('a.example', 'https://a.example/'), 1)).toMatch(/same as link 1/);
  expect(problemOf([{ url: 'a.example', label: 'x'.repeat(101) }], 0)).toMatch(/at most 100/);
});

test('a link is called by its service, its label or its host, and numbered where that is not enough', () => {
  const links = [{ url: 'radio.example', label: 'Radio' }, ...typed('b.example', 'what')];
  const twice = typed('mara.bandcamp.com', 'kole.bandcamp.com');
  const names = [...links, ...twice].map((_, place, all) => nameOf(all, place));
  expect(names).toEqual(['Radio', 'b.example', 'link 3', 'Bandcamp (link 4)', 'Bandcamp (link 5)']);
});

test('saved is what has an address, with what was typed last', () => {
  const links = JSON.stringify([{ url: 'radio.example', label: ' Radio ' }, ...typed(' ')]);
  expect(savedLinks({ links, new_link: 'b.example c.example' })).toEqual([
    { url: 'https://radio.example', label: 'Radio' },
    { url: 'https://b.example', label: null },
    { url: 'https://c.example', label: null },
  ]);
});

test('a saved link keeps its id, whatever is typed into it', () => {
  const links = linksText([{ id: '1', url: 'https://radio.example', label: null, position: 0 }]);
  const typed = listedLinks({ links }).map((link) => ({ ...link, url: 'tide.example' }));
  expect(savedLinks({ links: linksText(typed), new_link: 'b.example' })).toEqual([
    { id: '1', url: 'https://tide.example', label: null },
    { url: 'https://b.example', label: null },
  ]);
});

test('links that somebody else added or removed meanwhile are so here too', () => {
  const mine = typed('https://c.example', 'https://a.example', 'https://b.example');
  const before = typed('https://a.example', 'https://b.example');
  const newest = typed('https://b.example', 'https://d.example');
  expect(mergedLinks(before, mine, newest).map(({ url }) => url)).toEqual([
    'https://c.example',
    'https://b.example',
    'https://d.example',
  ]);
});

test('what somebody else did to a link counts where nothing was typed, and what was typed stays', () => {
  const link = (id: string, url: string, label = '') => ({ id, url: `https://${url}`, label });
  const before = [link('1', 'a.example'), link('2', 'b.example'), link('3', 'c.example')];
  const mine = [
    link('1', 'a.example'),
    link('2', 'b.example', 'Mine'),
    link('3', 'my.example'),
    ...typed('https://d.example'),
  ];
  const newest = [
    link('1', 'a.example', 'Theirs'),
    link('9', 'b.example'),
    link('8', 'd.example', 'Theirs'),
  ];
  expect(mergedLinks(before, mine, newest)).toEqual([
    link('1', 'a.example', 'Theirs'),
    link('9', 'b.example', 'Mine'),
    { url: 'https://my.example', label: '' },
    link('8', 'd.example'),
  ]);
});
