import { expect, test } from 'vitest';
import { theirsOf } from './theirs';

const LABELS = { name: 'Name', bio: 'Bio' };
const WAS = { name: 'Halve', bio: 'Sings.' };

test.each([
  ['both, otherwise', { bio: 'Mine.' }, { bio: 'Theirs.' }, [{ label: 'Bio', text: 'Theirs.' }]],
  ['both, with nothing left', { bio: 'Mine.' }, { bio: '' }, [{ label: 'Bio', text: '' }]],
  ['both, alike', { bio: 'New.' }, { bio: 'New.' }, []],
  ['one of them', { bio: 'Mine.' }, {}, []],
  ['the other', {}, { bio: 'Theirs.' }, []],
  ['each another field', { bio: 'Mine.' }, { name: 'Halves' }, []],
])('a field that was changed by %s', (_, typed, newest, expected) => {
  expect(theirsOf(LABELS, WAS, { ...WAS, ...typed }, { ...WAS, ...newest })).toEqual(expected);
});
