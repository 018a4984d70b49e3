import { addNotice } from './tell-failure';

const USUAL_MS = 15_000;

/** Says of `work` that takes long that it does, until it is done: nobody knows yet whether it fails. */
export async function tellSlow<T>(work: Promise<T>): Promise<T> {
  let takeAway = () => {};
  const waiting = setTimeout(() => {
    takeAway = addNotice('This is taking longer than usual.');
  }, USUAL_MS);
  try {
    return await work;
  } finally {
    clearTimeout(waiting);
    takeAway();
  }
}
