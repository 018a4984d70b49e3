import { expect, test } from 'vitest';
import cases from '../../../tests/handles.json';
import { type Column, profileOf, readHandle } from './handles';

// The server reads them alike (tests/domain/test_handles.py).
test.each(cases as [Column, string, string | null][])('%s %j is %j', (column, typed, name) => {
  const found = readHandle(column, typed);
  expect('name' in found ? found.name : null).toBe(name);
  expect(profileOf(column, typed)?.text ?? null).toBe(name && `@${name}`);
});

test('a profile is at its service', () => {
  expect(profileOf('social_instagram', '@vesnakole')).toEqual({
    place: 'Instagram',
    text: '@vesnakole',
    url: 'https://instagram.com/vesnakole',
  });
  expect(profileOf('social_twitter', 'x.com/vesna')?.url).toBe('https://twitter.com/vesna');
  expect(profileOf('social_twitter', null)).toBeNull();
});
