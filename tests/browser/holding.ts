/** Pages that come in parts: what is let through at once, and what is held until it is released. */

import type { Request, Route } from '@playwright/test';
import type { Page } from './fixtures';

/** The two kinds of pages that a visitor sees first. */
export const PATHS = ['/', '/artist/mara-voss'];
export const PHONE = { width: 390, height: 844 };

export const isDocument = (request: Request) => request.isNavigationRequest();
export const isFont = (request: Request) => request.resourceType() === 'font';
export const isScript = (request: Request) => request.resourceType() === 'script';
export const isHero = (request: Request) =>
  request.resourceType() === 'image' && request.url().includes('vesna-kole');

/** A promise, and what keeps it. */
export function gate<T = void>() {
  let open = (_value: T) => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds what is asked of `url` until the returned function is called. */
export async function hold(page: Page, url: Parameters<Page['route']>[0]): Promise<() => void> {
  const { opened, open } = gate();
  await page.route(url, async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}

/** Lets only what `isLet` says through, and the rest when the returned function is called. */
export async function holdAll(page: Page, isLet: (request: Request) => boolean) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**', (route) => {
    if (isOpen || isLet(route.request())) return route.fallback();
    held.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.fallback()));
  };
}

/**
 * Answers the next `most` requests to the service, and nothing that comes after them: nothing of it may be needed. What a
 * form suggests while it is typed into may still be on its way.
 */
export async function answerOnly(page: Page, most: number): Promise<() => Promise<void>> {
  let asked = 0;
  await page.route(
    ({ pathname, searchParams }) =>
      /^\/(rest|auth)\/v1\//.test(pathname) && !searchParams.has('search'),
    async (route) => {
      asked += 1;
      if (asked <= most) await route.continue();
    },
  );
  return () => page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Holds the next change that is sent to `path`, until it is let through or lost on its way. */
export async function holdChange(page: Page, path: string) {
  const { opened: decided, open: decide } = gate<boolean>();
  let isHeld = false;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isHeld || /^(GET|HEAD)$/.test(route.request().method())) return route.fallback();
      isHeld = true;
      return (await decided) ? route.fallback() : route.abort('connectionreset');
    },
  );
  return { letPass: () => decide(true), lose: () => decide(false) };
}
