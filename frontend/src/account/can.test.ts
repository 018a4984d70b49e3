import { expect, test } from 'vitest';
import { can } from './can';
import { type Session, SIGNED_OUT } from './session/session-state';

const signedIn = (id: string, flags: Partial<Session> = {}): Session => ({
  ...SIGNED_OUT,
  user: { id, email: `${id}@site.example` },
  ...flags,
});

const CAST = {
  visitor: SIGNED_OUT,
  admin: signedIn('admin', { isAdmin: true }),
  contact: signedIn('contact', { isContact: true }),
  owner: signedIn('owner'),
  further: signedIn('further', { owns: ['halve'] }),
  stranger: signedIn('stranger'),
};

const OWNED = { id: 'halve', user_id: 'owner' };
const UNOWNED = { id: 'night-ferry', user_id: null };

test.each([
  ['visitor', false],
  ['admin', true],
  ['contact', false],
  ['owner', false],
  ['further', false],
  ['stranger', false],
] as const)('whether the %s sees and changes what is for admins', (who, isAllowed) => {
  const session = CAST[who];
  const { changePeople, changeSite, seeAllHistory } = can;
  for (const may of [changePeople, changeSite, seeAllHistory]) expect(may(session)).toBe(isAllowed);
});

test.each([
  ['visitor', false, false, false, false],
  ['admin', true, true, true, true],
  ['contact', false, true, false, false],
  ['owner', false, false, true, false],
  ['further', false, false, true, false],
  ['stranger', false, false, false, false],
] as const)('what the %s may do', (who, artists, events, owned, unowned) => {
  const session = CAST[who];
  expect(can.changeArtists(session)).toBe(artists);
  expect(can.changeEvents(session)).toBe(events);
  expect(can.editProfile(session, OWNED)).toBe(owned);
  expect(can.editProfile(session, UNOWNED)).toBe(unowned);
});

test('owners change the dates of their artist, and of no other', () => {
  expect(can.changeEventsOf(CAST.further, OWNED.id)).toBe(true);
  expect(can.changeEventsOf(CAST.further, UNOWNED.id)).toBe(false);
  expect(can.changeEventsOf(CAST.contact, UNOWNED.id)).toBe(true);
  expect(can.changeEventsOf(CAST.stranger, OWNED.id)).toBe(false);
  expect(can.leaveBill(CAST.further, OWNED.id)).toBe(true);
  expect(can.leaveBill(CAST.further, UNOWNED.id)).toBe(false);
  expect(can.leaveBill(CAST.further, null)).toBe(false);
});
