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
  [
    'by both, when the name is what the history calls others',
    [person('mira', 'A former account')],
    'A former account (mira@label.example)',
  ],
  [
    'by both, when the name has another’s with more spaces',
    [person('mira', 'Jo  Weil'), person('jo', 'Jo Weil')],
    'Jo Weil (mira@label.example)',
  ],
  [
    'by both, when the name has another’s in other code points',
    [person('mira', 'Jose\u0301'), person('jo', 'Jos\u00e9')],
    'Jose\u0301 (mira@label.example)',
  ],
  [
    'by both, when the name has another’s and a sign that nobody sees',
    [person('mira', 'Jo \u034f\u3164 Weil'), person('jo', 'Jo Weil')],
    'Jo Weil (mira@label.example)',
  ],
  [
    'by both, when a letter of the name only looks like one of the others',
    [person('mira', 'J\u043e Weil'), person('jo', 'Jo Weil')],
    'J\u043e Weil (mira@label.example)',
  ],
  ['by their name in any one script', [person('mira', 'Мира Окафор')], 'Мира Окафор'],
  ['without what turns text round', [person('mira', '\u202eariM')], 'ariM'],
] as const)('people are called %s', (_how, people, called) => {
  expect(calledBy(people).get('mira')).toBe(called);
});
