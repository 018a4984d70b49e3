import { expect, test } from 'vitest';
import { calledBy } from './people-names';

const person = (id: string, name: string | null) => ({ id, email: `${id}@label.example`, name });

test.each([
  ['by their name', [person('mira', 'Mira Okafor')], 'Mira Okafor'],
  ['by their address, without a name', [person('mira', null)], 'mira@label.example'],
  [
    'by their address, with a name that nobody sees',
    [person('mira', '\u200b')],
    'mira@label.example',
  ],
  [
    'by both, where another has the name',
    [person('mira', 'Mo'), person('jo', 'mo')],
    'Mo (mira@label.example)',
  ],
  [
    'by both, when the name looks like an address',
    [person('mira', 'jo@x')],
    'jo@x (mira@label.example)',
  ],
  [
    'by both, when the name is what one is called oneself',
    [person('mira', 'You')],
    'You (mira@label.example)',
  ],
  ['without what turns text round', [person('mira', '\u202eariM')], 'ariM'],
] as const)('people are called %s', (_how, people, called) => {
  expect(calledBy(people).get('mira')).toBe(called);
});
