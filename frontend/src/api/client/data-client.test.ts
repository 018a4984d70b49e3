import { afterEach, expect, test, vi } from 'vitest';
import { fetchAs } from './data-client';

afterEach(() => vi.unstubAllGlobals());

type Answered = Response | number;

/** Refuses with `status` as the service does, or answers that there is nothing. */
const answerOf = (status: number) =>
  status === 401 ? Response.json({ code: '42501' }, { status }) : Response.json([], { status });

function server(...answers: Answered[]) {
  const sent: string[] = [];
  const answer = (_input: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    sent.push(`${headers.get('apikey')} ${headers.get('Authorization')}`);
    const answer = answers.shift() ?? 200;
    return Promise.resolve(typeof answer === 'number' ? answerOf(answer) : answer);
  };
  vi.stubGlobal('fetch', answer);
  return sent;
}

const as = (token: string | null, renewed: string | null = null) => {
  const endSession = vi.fn(async () => undefined);
  const accessToken = async () => token;
  const renewedToken = async () => renewed;
  return { endSession, send: fetchAs({ key: 'KEY', accessToken, renewedToken, endSession }) };
};

test('a visitor sends the key twice', async () => {
  const sent = server(200);
  await as(null).send('/x');
  expect(sent).toEqual(['KEY Bearer KEY']);
});

test('a signed-in person sends the token of that moment', async () => {
  const sent = server(200);
  await as('TOKEN').send('/x');
  expect(sent).toEqual(['KEY Bearer TOKEN']);
});

test('a session that the server ended is ended here, and a read is made as a visitor', async () => {
  const sent = server(401, 200);
  const { send, endSession } = as('TOKEN');
  expect((await send('/x')).status).toBe(200);
  expect(sent).toEqual(['KEY Bearer TOKEN', 'KEY Bearer KEY']);
  expect(endSession).toHaveBeenCalledOnce();
});

test('a write is not repeated as a visitor', async () => {
  const sent = server(401);
  const response = await as('TOKEN').send('/x', { method: 'POST' });
  expect(response.status).toBe(401);
  expect(sent).toHaveLength(1);
});

test('a refusal where the browser has lost the token ends the session too, and is not repeated', async () => {
  const sent = server(401);
  const { send, endSession } = as(null);
  await send('/x');
  expect(endSession).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
});

const refusedToken = (message: string) =>
  Response.json({ code: 'PGRST303', message }, { status: 401 });

test('a token that has run out unnoticed is renewed, and even a write is sent again with the new one', async () => {
  const sent = server(refusedToken('JWT expired'), 201);
  const { send, endSession } = as('TOKEN', 'NEW');
  expect((await send('/x', { method: 'POST' })).status).toBe(201);
  expect(sent).toEqual(['KEY Bearer TOKEN', 'KEY Bearer NEW']);
  expect(endSession).not.toHaveBeenCalled();
});

test('for a session that has ended, no new one is asked for', async () => {
  const sent = server(refusedToken('The session has ended'));
  const { send, endSession } = as('TOKEN', 'NEW');
  await send('/x', { method: 'POST' });
  expect(endSession).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
});

test('where no new one is given, the session has ended', async () => {
  const sent = server(refusedToken('JWT expired'));
  const { send, endSession } = as('TOKEN');
  expect((await send('/x', { method: 'POST' })).status).toBe(401);
  expect(endSession).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
});

test('where a token cannot be renewed, nothing is sent as a visitor, and no session ends', async () => {
  const sent = server();
  const endSession = vi.fn(async () => undefined);
  const accessToken = () => Promise.reject(new TypeError('Failed to fetch'));
  const send = fetchAs({ key: 'KEY', accessToken, endSession });
  const answer = await send('/x', { method: 'POST' });
  expect(answer.status).toBe(502);
  expect((await answer.json()).message).toMatch(/renew your sign-in, and nothing was changed/);
  expect(sent).toEqual([]);
  expect(endSession).not.toHaveBeenCalled();
});

test('a refusal of something between the page and the service ends no session', async () => {
  server(new Response('<h1>Sign in to the network</h1>', { status: 401 }));
  const { send, endSession } = as('TOKEN');
  expect((await send('/x')).status).toBe(502);
  expect(endSession).not.toHaveBeenCalled();
});

test('a read without a connection says so at once, in place of being tried for seven seconds', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('navigator', { onLine: true });
  await expect(as(null).send('/x')).rejects.toThrow('Failed to fetch');
  vi.stubGlobal('navigator', { onLine: false });
  expect((await as(null).send('/x')).status).toBe(502);
  await expect(as(null).send('/x', { method: 'POST' })).rejects.toThrow('Failed to fetch');
});
