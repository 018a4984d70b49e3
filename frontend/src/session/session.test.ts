import { beforeEach, expect, test, vi } from 'vitest';
import type { SignedInAs } from '../api/auth';

type Flags = { isAdmin: boolean; isContact: boolean };

const heard: { tell: (user: SignedInAs | null) => void } = { tell: () => undefined };
const checks: ((flags: Flags) => void)[] = [];

vi.mock('./watch', () => ({
  watchSession: async (listener: (user: SignedInAs | null) => void) => {
    heard.tell = listener;
  },
  checkFlags: () => new Promise<Flags>((resolve) => checks.push(resolve)),
}));

const { createSession } = await import('./session');

const ANNA = { id: 'anna', email: 'anna@site.example' };
const BEN = { id: 'ben', email: 'ben@site.example' };
const ADMIN = { isAdmin: true, isContact: false };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  checks.length = 0;
});

async function started() {
  const session = createSession();
  await session.start();
  return session;
}

test('nobody is signed in until somebody is', async () => {
  const session = createSession();
  expect(session.read().user).toBeNull();
  await session.start();
  expect(session.read().isUnknown).toBe(true);
  heard.tell(null);
  expect(session.read()).toMatchObject({ user: null, isUnknown: false, hasExpired: false });
});

test('a person has no rights before they are checked', async () => {
  const session = await started();
  heard.tell(ANNA);
  await settle();
  expect(session.read()).toMatchObject({ user: ANNA, isAdmin: false, isChecked: false });
  checks[0]?.(ADMIN);
  await settle();
  expect(session.read()).toMatchObject({ isAdmin: true, isChecked: true });
});

test('the same person again keeps their rights while they are checked anew', async () => {
  const session = await started();
  heard.tell(ANNA);
  await settle();
  checks[0]?.(ADMIN);
  await settle();
  heard.tell(ANNA);
  await settle();
  expect(session.read()).toMatchObject({ isAdmin: true, isChecked: true });
  checks[1]?.({ isAdmin: false, isContact: false });
  await settle();
  expect(session.read().isAdmin).toBe(false);
});

test('a late answer about one person gives another none of their rights', async () => {
  const session = await started();
  heard.tell(ANNA);
  await settle();
  heard.tell(BEN);
  await settle();
  checks[0]?.(ADMIN);
  await settle();
  expect(session.read()).toMatchObject({ user: BEN, isAdmin: false });
});

test('a session that ends by itself has expired, one that was left has not', async () => {
  const session = await started();
  heard.tell(ANNA);
  heard.tell(null);
  expect(session.read().hasExpired).toBe(true);
  heard.tell(null);
  expect(session.read().hasExpired).toBe(true);
  heard.tell(ANNA);
  await session.leave(async () => {
    heard.tell(null);
    return null;
  });
  expect(session.read()).toMatchObject({ user: null, hasExpired: false });
});
