/**
 * Where a person was on a page, by the item of its lists that stood at the top of the screen, and the link with the focus:
 * after Back or a reload, lists have to grow again first, and pixels then name another place.
 */
type Place = { item: number; top: number; link: number };

const FRAMES = 3;

let wanted: Place | null = null;

/** Notes the place in the history before the page is left. */
export function notePlace(): void {
  const item = items().findIndex((found) => found.getBoundingClientRect().bottom > 0);
  const top = items()[item]?.getBoundingClientRect().top ?? 0;
  const link = links().indexOf(document.activeElement as HTMLElement);
  const place: Place = { item: scrollY > 0 ? item : -1, top, link };
  history.replaceState({ ...history.state, place }, '');
}

/** Goes to the place that was noted, at once or when there is as much of the list again. */
function findPlace(): void {
  wanted = history.state?.place ?? null;
  requestAnimationFrame(goToPlace);
}

/** For lists that have grown. */
export function goToPlace(): void {
  if (wanted && (wanted.item < 0 || items()[wanted.item])) approach(wanted, FRAMES);
}

/** What comes into view may take up another height than was reserved for it. */
function approach(place: Place, frames: number): void {
  if (wanted !== place) return;
  const found = items()[place.item];
  if (found) scrollBy({ top: found.getBoundingClientRect().top - place.top, behavior: 'instant' });
  if (frames > 0) return void requestAnimationFrame(() => approach(place, frames - 1));
  wanted = null;
  if (!document.activeElement?.contains(document.getElementById('main'))) return;
  links()[place.link]?.focus({ preventScroll: true });
}

const items = (): Element[] => [...document.querySelectorAll('main li')];

const links = () => [...document.querySelectorAll<HTMLElement>('main a')];

/** Hears of the browser's own steps in its history before the router does, and may stop them. */
export const steps: { hold?: ((step: PopStateEvent) => void) | undefined } = {};

/** From the start of the browser's page on, before the router listens. */
export function keepPlaces(): void {
  addEventListener('pagehide', notePlace);
  addEventListener('popstate', (step) => {
    if (!step.isTrusted) return;
    steps.hold?.(step);
    findPlace();
  });
  for (const own of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(own, () => (wanted = null), { passive: true });
  }
  findPlace();
}
