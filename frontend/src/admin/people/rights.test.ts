import { expect, test } from 'vitest';
import type { Person } from '../../api/people';
import { changedRights, rightsOf } from './rights';

const PERSON: Person = {
  id: 'vesna',
  email: 'vesna@site.example',
  role: 'authenticated',
  is_contact: false,
  is_owner: false,
  owns: [],
  owned: [],
  last_sign_in_at: null,
  has_second_factor: false,
  banned_until: '2031-05-02T10:00:00.000Z',
  sessions: 0,
};

test('a person whose rights nobody changed is not changed', () => {
  expect(changedRights(PERSON, rightsOf(PERSON))).toEqual({});
});

test('only what was changed in the form is sent, so that no right is taken that another admin gave', () => {
  const rights = rightsOf(PERSON);
  expect(changedRights(PERSON, { ...rights, isAdmin: true })).toEqual({ role: 'service_role' });
  expect(changedRights(PERSON, { ...rights, isContact: true })).toEqual({ is_contact: true });
  expect(changedRights(PERSON, { ...rights, blocked: '' })).toEqual({ banned_until: null });
  const banned_until = new Date('2031-06-01T00:00').toISOString();
  expect(changedRights(PERSON, { ...rights, blocked: '2031-06-01' })).toEqual({ banned_until });
});
