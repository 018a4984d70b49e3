import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { featuredResource } from '../artists';
import { addArtist, updateArtist, updateWithLinks } from '../edit-artists';
import { dataClient } from './client';
import { connect } from './connection';

const ROW = { id: 'mara-voss', name: 'Mara Voss' };

const json = (body: unknown, status = 200) => Response.json(body, { status });

function server(respond: (init: RequestInit) => Promise<Response>) {
  const send = vi.fn((_url: string, init: RequestInit) => respond(init));
  vi.stubGlobal('fetch', send);
  return send;
}

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://stage.example' });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  connect({ key: 'sb_publishable_x', today: '2026-11-21' });
  await dataClient();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a read that does not reach the server is tried again, after one second and then after two', async () => {
  const send = server(async () => {
    if (send.mock.calls.length < 3) throw new TypeError('no network');
    return json([ROW]);
  });
  const reading = featuredResource.load();
  await vi.advanceTimersByTimeAsync(999);
  expect(send).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await reading).toEqual(ROW);
});

test('a read that is given up is not tried again, nor logged as a failure', async () => {
  const send = server(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const controller = new AbortController();
  const reading = featuredResource.load(controller.signal);
  const failure = expect(reading).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await failure;
  expect(send).toHaveBeenCalledOnce();
  expect(console.error).not.toHaveBeenCalled();
});

test('a save returns the row as the server keeps it, from one request', async () => {
  const send = server(async () => json({ ...ROW, name: 'as kept' }));
  expect(await updateArtist(ROW as never)).toMatchObject({ row: { name: 'as kept' } });
  expect(send).toHaveBeenCalledOnce();
});

test('a save that touched no row has failed, as nothing was written', async () => {
  server(async () => json({ code: 'PGRST116', message: 'no rows' }, 406));
  await expect(updateArtist(ROW as never)).rejects.toMatchObject({ code: 'nothing_written' });
});

test('what is asked about a new artist is no failure, and nothing is saved by asking', async () => {
  const questions = [{ code: 'namesake', ...ROW }];
  const details = JSON.stringify({ questions });
  const send = server(async () => json({ code: 'PT428', message: 'confirm', details }, 428));
  expect(await addArtist(ROW as never, [], [])).toEqual({ questions });
  expect(send).toHaveBeenCalledOnce();
  expect(new Headers(send.mock.calls[0]?.[1].headers).get('Prefer')).toContain('tx=rollback');
  expect(console.error).not.toHaveBeenCalled();
});

test('only of what saves is it said that it may have worked when no answer comes', async () => {
  server(async () => {
    throw new TypeError('no network');
  });
  await expect(addArtist(ROW as never, [], [])).rejects.toMatchObject({ code: '', status: 0 });
  await expect(updateWithLinks(ROW as never, [])).rejects.toMatchObject({ code: 'unanswered' });
});
