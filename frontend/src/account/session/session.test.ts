import { beforeEach, expect, test, vi } from 'vitest';
import type { Change, SignedInAs } from '../../api/auth/sign-in';

type Flags = { isAdmin: boolean; isContact: boolean; isUnsure?: boolean };

type Emit = (user: SignedInAs | null, told?: Partial<Change>) => void;

const client: { emit: Emit } = { emit: () => undefined };
const checks: ((flags: Flags) => void)[] = [];

vi.mock('./watch-session', () => ({
  watchSession: async (listener: (change: Change) => void) => {
    client.emit = (user, told) =>
      listener({ user, isRecovering: false, needsCode: false, ...told });
  },
  checkFlags: () => new Promise<Flags>((resolve) => checks.push(resolve)),
  later: (again: () => void) => waiting.push(again),
  sayUnsure: () => {
    said.isUnsure = true;
    return () => {
      said.isUnsure = false;
    };
  },
}));

const waiting: (() => void)[] = [];
const said = { isUnsure: false };

const { createSession, onSignIn } = await import('./session');
const { endRecovery, leave } = await import('./follow-session');

const ANNA = { id: 'anna', email: 'anna@site.example' };
const BEN = { id: 'ben', email: 'ben@site.example' };
const ADMIN = { isAdmin: true, isContact: false };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  checks.length = 0;
  waiting.length = 0;
  said.isUnsure = false;
});

async function started() {
  const session = createSession();
  await session.start();
  return session;
}

test('no one is signed in until someone signs in', async () => {
  const session = createSession();
  expect(session.read().user).toBeNull();
  await session.start();
  expect(session.read().isUnknown).toBe(true);
  client.emit(null);
  expect(session.read()).toMatchObject({ user: null, isUnknown: false, hasExpired: false });
});

test('whoever signs in is told of once, and another person too', async () => {
  const session = await started();
  const told = vi.fn();
  onSignIn(session, told);
  client.emit(null);
  expect(told).not.toHaveBeenCalled();
  client.emit(ANNA);
  checks[0]?.(ADMIN);
  await settle();
  client.emit(ANNA);
  expect(told).toHaveBeenCalledTimes(1);
  client.emit(BEN);
  expect(told).toHaveBeenCalledTimes(2);
  client.emit(null);
  client.emit(BEN);
  expect(told).toHaveBeenCalledTimes(3);
});

test('a person has no rights before they are checked', async () => {
  const session = await started();
  client.emit(ANNA);
  await settle();
  expect(session.read()).toMatchObject({ user: ANNA, isAdmin: false, isChecked: false });
  checks[0]?.(ADMIN);
  await settle();
  expect(session.read()).toMatchObject({ isAdmin: true, isChecked: true });
});

test('the same person again keeps their rights while they are checked again', async () => {
  const session = await started();
  client.emit(ANNA);
  await settle();
  checks[0]?.(ADMIN);
  await settle();
  client.emit(ANNA);
  await settle();
  expect(session.read()).toMatchObject({ isAdmin: true, isChecked: true });
  checks[1]?.({ isAdmin: false, isContact: false });
  await settle();
  expect(session.read().isAdmin).toBe(false);
});

const NO_ANSWER = { isAdmin: false, isContact: false, isUnsure: true };

test('where the server cannot be asked, that is said, and asked again until it answers', async () => {
  const session = await started();
  client.emit(ANNA);
  checks[0]?.(NO_ANSWER);
  await settle();
  expect(session.read()).toMatchObject({ user: ANNA, isAdmin: false, isChecked: false });
  expect(said.isUnsure).toBe(true);
  waiting[0]?.();
  checks[1]?.(NO_ANSWER);
  await settle();
  waiting[1]?.();
  checks[2]?.({ ...ADMIN, isUnsure: false });
  await settle();
  expect(session.read()).toMatchObject({ isAdmin: true, isChecked: true, isUnsure: false });
  expect(said.isUnsure).toBe(false);
});

test('once somebody is signed out, nothing is asked or said any more', async () => {
  const session = await started();
  client.emit(ANNA);
  checks[0]?.(NO_ANSWER);
  await settle();
  client.emit(null);
  expect(said.isUnsure).toBe(false);
  waiting[0]?.();
  expect(checks).toHaveLength(1);
  expect(session.read().user).toBeNull();
});

test('a late answer about one person gives another none of their rights', async () => {
  const session = await started();
  client.emit(ANNA);
  await settle();
  client.emit(BEN);
  await settle();
  checks[0]?.(ADMIN);
  await settle();
  expect(session.read()).toMatchObject({ user: BEN, isAdmin: false });
});

test('a session that ends by itself has expired, one that was left has not', async () => {
  const session = await started();
  client.emit(ANNA);
  client.emit(null);
  expect(session.read().hasExpired).toBe(true);
  client.emit(null);
  expect(session.read().hasExpired).toBe(true);
  client.emit(ANNA);
  await leave(session, async () => {
    client.emit(null);
    return null;
  });
  expect(session.read()).toMatchObject({ user: null, hasExpired: false });
});

test('what was left open waits for whoever was signed in, however often the end is told', async () => {
  const session = await started();
  client.emit(ANNA);
  client.emit(null);
  client.emit(null);
  expect(session.read()).toMatchObject({ waiting: ANNA, hasExpired: true });
  client.emit(BEN, { needsCode: true });
  await leave(session, async () => {
    client.emit(null);
    return null;
  });
  expect(session.read()).toMatchObject({ waiting: ANNA, hasExpired: true });
  client.emit(BEN);
  expect(session.read()).toMatchObject({ user: BEN, waiting: null, hasExpired: false });
});

test.each([
  ['the browser’s storage', true],
  ['the client', false],
])('an end in another tab that %s tells first is no expiry', async (_, isStorageFirst) => {
  const session = await started();
  client.emit(ANNA);
  if (isStorageFirst) session.endElsewhere();
  client.emit(null);
  if (!isStorageFirst) session.endElsewhere();
  expect(session.read()).toMatchObject({ user: null, waiting: ANNA, hasExpired: false });
  // What was still being asked then gives nobody a right.
  checks[0]?.(ADMIN);
  await settle();
  expect(session.read()).toMatchObject({ user: null, isAdmin: false });
});

test('signing out here leaves nothing waiting', async () => {
  const session = await started();
  client.emit(ANNA);
  await leave(session, async () => {
    client.emit(null);
    return null;
  });
  expect(session.read().waiting).toBeNull();
});

test('a return to choose a new password holds until it is done, however often it is told', async () => {
  const session = await started();
  client.emit(ANNA);
  client.emit(ANNA, { isRecovering: true });
  client.emit(ANNA);
  expect(session.read()).toMatchObject({ user: ANNA, isRecovering: true });
  endRecovery(session);
  client.emit(ANNA);
  expect(session.read()).toMatchObject({ user: ANNA, isRecovering: false });
});

test('another person does not take over that return, and signing out ends it', async () => {
  const session = await started();
  client.emit(ANNA, { isRecovering: true });
  client.emit(BEN);
  expect(session.read()).toMatchObject({ user: BEN, isRecovering: false });
  client.emit(ANNA, { isRecovering: true });
  client.emit(null);
  expect(session.read().isRecovering).toBe(false);
});

test('who still owes a code is signed out to the page, and has no rights to check', async () => {
  const session = await started();
  client.emit(ANNA, { needsCode: true });
  expect(session.read()).toMatchObject({ user: null, pending: ANNA, isAdmin: false });
  expect(checks).toHaveLength(0);
  client.emit(ANNA);
  expect(session.read()).toMatchObject({ user: ANNA });
  expect(session.read().pending).toBeNull();
  expect(checks).toHaveLength(1);
});

test('what waits for a session that ran out waits until the code is right', async () => {
  const session = await started();
  client.emit(ANNA);
  client.emit(null);
  client.emit(ANNA, { needsCode: true });
  expect(session.read()).toMatchObject({ pending: ANNA, hasExpired: true });
});

test('the return to choose a new password outlives the code', async () => {
  const session = await started();
  client.emit(ANNA, { isRecovering: true, needsCode: true });
  client.emit(ANNA, { needsCode: true });
  expect(session.read()).toMatchObject({ user: null, isRecovering: true });
  client.emit(ANNA);
  expect(session.read()).toMatchObject({ user: ANNA, isRecovering: true });
  client.emit(ANNA, { isRecovering: true, needsCode: true });
  client.emit(BEN);
  expect(session.read().isRecovering).toBe(false);
});
