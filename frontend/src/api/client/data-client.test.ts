import { afterEach, expect, test, vi } from 'vitest';
import { fetchAs } from './data-client';

afterEach(() => vi.unstubAllGlobals());

function server(...statuses: number[]) {
  const sent: string[] = [];
  const answer = (_input: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    sent.push(`${headers.get('apikey')} ${headers.get('Authorization')}`);
    return Promise.resolve(new Response(null, { status: statuses.shift() ?? 200 }));
  };
  vi.stubGlobal('fetch', answer);
  return sent;
}

const as = (token: string | null) => {
  const endSession = vi.fn(async () => undefined);
  return { endSession, send: fetchAs({ key: 'KEY', accessToken: async () => token, endSession }) };
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
