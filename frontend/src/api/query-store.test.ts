import { expect, test, vi } from 'vitest';
import { createStore, type Resource } from './query-store';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A resource whose answers come when the test says so. */
function controlled(key = 'artists') {
  const answers: { resolve: (value: string) => void; reject: (error: unknown) => void }[] = [];
  const load = vi.fn(
    () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
  );
  const resource: Resource<string> = { key, tables: ['music_artists'], load };
  return { resource, load, answers };
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

test('what comes back on screen is shown at once and loaded anew', () => {
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
  void store.invalidate('music_artists');
  expect(shown.load).toHaveBeenCalledOnce();
  expect(hidden.load).not.toHaveBeenCalled();
  expect(other.load).not.toHaveBeenCalled();
});
