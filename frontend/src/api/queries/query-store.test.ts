import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore, type Resource } from './query-store';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A resource whose answers come when the test says so. */
function controlled(key = 'artists') {
  const answers: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = [];
  const signals: AbortSignal[] = [];
  const load = vi.fn((signal?: AbortSignal, _shown?: string) => {
    if (signal) signals.push(signal);
    return new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  });
  const resource: Resource<string> = { key, tables: ['music_artists'], load };
  return { resource, load, answers, signals };
}

test('what is absent is loaded when it is first asked for', async () => {
  const { resource, load, answers } = controlled();
  const store = createStore();
  const listener = vi.fn();
  store.subscribe(resource, listener);
  expect(load).toHaveBeenCalledOnce();
  expect(store.read('artists')).toEqual({});
  answers[0]?.resolve('loaded');
  await settle();
  expect(store.read('artists')).toEqual({ data: 'loaded' });
  expect(listener).toHaveBeenCalledOnce();
});

test('what the document carried is not loaded again', () => {
  const { resource, load } = controlled();
  const store = createStore(new Map([['artists', 'seeded']]));
  store.subscribe(resource, () => undefined);
  expect(load).not.toHaveBeenCalled();
  expect(store.read('artists')).toEqual({ data: 'seeded' });
});

test('until it has come, what is like it is shown', async () => {
  const { resource, answers } = controlled();
  const store = createStore(new Map([['seen by all', 'seeded']]));
  const own = { ...resource, meanwhile: 'seen by all' };
  store.subscribe(own, () => undefined);
  expect(store.shown(own)).toEqual({ data: 'seeded' });
  answers[0]?.resolve('loaded');
  await settle();
  expect(store.shown(own)).toEqual({ data: 'loaded' });
});

test('when it cannot be had, what is like it stays', async () => {
  const { resource, answers } = controlled();
  const store = createStore(new Map([['seen by all', 'seeded']]));
  const own = { ...resource, meanwhile: 'seen by all' };
  store.subscribe(own, () => undefined);
  answers[0]?.reject('lost');
  await settle();
  expect(store.shown(own)).toEqual({ data: 'seeded', error: 'lost' });
});

test('what comes back on screen is shown at once and loaded again', () => {
  const { resource, load } = controlled();
  const store = createStore(new Map([['artists', 'seeded']]));
  store.subscribe(resource, () => undefined)();
  store.subscribe(resource, () => undefined);
  expect(store.read('artists')).toEqual({ data: 'seeded' });
  expect(load).toHaveBeenCalledOnce();
});

test('a late answer does not overwrite a newer one', async () => {
  const { resource, answers } = controlled();
  const store = createStore();
  store.subscribe(resource, () => undefined);
  void store.load(resource);
  answers[1]?.resolve('newer');
  answers[0]?.resolve('older');
  await settle();
  expect(store.read('artists')).toEqual({ data: 'newer' });
});

test('a failed reload keeps what is on screen', async () => {
  const { resource, answers } = controlled();
  const store = createStore(new Map([['artists', 'seeded']]));
  store.subscribe(resource, () => undefined);
  void store.load(resource);
  answers[0]?.reject('no network');
  await settle();
  expect(store.read('artists')).toEqual({ data: 'seeded', error: 'no network' });
});

test('what could not be had is asked for again on screen, and nothing else', async () => {
  const [missing, there, gone] = [controlled('missing'), controlled('there'), controlled('gone')];
  const store = createStore();
  for (const { resource } of [missing, there]) store.subscribe(resource, () => undefined);
  const leave = store.subscribe(gone.resource, () => undefined);
  missing.answers[0]?.reject('nothing there');
  there.answers[0]?.resolve('loaded');
  gone.answers[0]?.reject('nothing there');
  await settle();
  leave();
  void store.retry();
  expect([missing, there, gone].map(({ load }) => load.mock.calls.length)).toEqual([2, 1, 1]);
  missing.answers[1]?.resolve('seen by some');
  await settle();
  expect(store.read('missing')).toEqual({ data: 'seen by some' });
});

test('a change loads what is on screen and made of that table', () => {
  const shown = controlled('shown');
  const hidden = controlled('hidden');
  const other: Resource<string> = { ...controlled('other').resource, tables: ['music_events'] };
  const store = createStore(
    new Map([
      ['shown', ''],
      ['hidden', ''],
      ['other', ''],
    ]),
  );
  store.subscribe(shown.resource, () => undefined);
  store.subscribe(hidden.resource, () => undefined)();
  store.subscribe(other, () => undefined);
  void store.invalidate(['music_artists']);
  expect(shown.load).toHaveBeenCalledOnce();
  expect(hidden.load).not.toHaveBeenCalled();
  expect(other.load).not.toHaveBeenCalled();
});

test('what a save returned is shown at once, and not loaded with the rest', () => {
  const record = controlled('artist mara');
  const list = controlled('artists');
  const store = createStore();
  const listener = vi.fn();
  store.subscribe(record.resource, listener);
  store.subscribe(list.resource, () => undefined);
  store.set(record.resource, 'saved');
  void store.invalidate(['music_artists'], record.resource);
  expect(store.read('artist mara')).toEqual({ data: 'saved' });
  expect(listener).toHaveBeenCalledOnce();
  expect(record.load).toHaveBeenCalledOnce();
  expect(list.load).toHaveBeenCalledTimes(2);
});

test('a response from before a save does not overwrite it', async () => {
  const { resource, answers } = controlled();
  const store = createStore();
  store.subscribe(resource, () => undefined);
  store.set(resource, 'saved');
  answers[0]?.resolve('read before');
  await settle();
  expect(store.read('artists')).toEqual({ data: 'saved' });
});

test('what was set before anyone showed it is loaded when it is shown', () => {
  const { resource, load } = controlled();
  const store = createStore();
  store.set(resource, 'saved');
  store.subscribe(resource, () => undefined);
  expect(store.read('artists')).toEqual({ data: 'saved' });
  expect(load).toHaveBeenCalledOnce();
});

test('a request is given up when a newer one replaces it, and when its data leaves the screen', () => {
  const { resource, signals } = controlled();
  const store = createStore();
  const leave = store.subscribe(resource, () => undefined);
  void store.load(resource);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  leave();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('components that show the same data share one request', () => {
  const { resource, load } = controlled();
  const store = createStore();
  store.subscribe(resource, () => undefined);
  store.subscribe({ ...resource }, () => undefined);
  expect(load).toHaveBeenCalledOnce();
});

test('data that no component shows is forgotten after five minutes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { resource } = controlled();
  const store = createStore(new Map([['artists', 'seeded']]));
  const leave = store.subscribe(resource, () => undefined);
  vi.advanceTimersByTime(600_000);
  expect(store.read('artists')).toEqual({ data: 'seeded' });
  leave();
  vi.advanceTimersByTime(299_000);
  store.subscribe(resource, () => undefined)();
  vi.advanceTimersByTime(299_000);
  expect(store.read('artists')).toEqual({ data: 'seeded' });
  vi.advanceTimersByTime(1_000);
  expect(store.read('artists')).toEqual({});
});
