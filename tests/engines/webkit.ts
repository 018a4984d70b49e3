/** WebKitGTK, through WebDriver (https://www.w3.org/TR/webdriver2/), on a screen of its own. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asJson, type Engine, VIEW } from './engine';
import { freePort, programOf, run, runUntil } from './process';

const LIBRARIES = '/usr/lib';
const PACKAGE = 'webkit2gtk-driver';
const READY_WITHIN_MS = 30_000;

export async function startWebKit(): Promise<Engine> {
  const driver = programOf('WebKitWebDriver', PACKAGE);
  const binary = programOf('MiniBrowser', PACKAGE, foldersOfLibraries());
  const args = ['-displayfd', '1', '-screen', '0', `${VIEW.width}x${VIEW.height}x24`];
  const screen = await runUntil(/^(\d+)$/m, programOf('Xvfb', 'xvfb'), args);
  const port = await freePort();
  const service = run(driver, [`--port=${port}`], {
    DISPLAY: `:${screen.said[1]}`,
    // What a container forbids anyway; the pages are ours.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  await answers(`http://127.0.0.1:${port}/status`);
  const options = { binary, args: ['--automation'] };
  const send = (method: string, path: string, body?: unknown) =>
    call(`http://127.0.0.1:${port}/session${path}`, method, body);
  const { sessionId } = await send('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  await send('POST', `/${sessionId}/window/rect`, { x: 0, y: 0, ...VIEW });
  return {
    open: (url) => send('POST', `/${sessionId}/url`, { url }),
    run: async (script, ...given) =>
      JSON.parse(
        await send('POST', `/${sessionId}/execute/sync`, {
          script: asJson(script, given),
          args: [],
        }),
      ),
    perform: (input) => send('POST', `/${sessionId}/actions`, { actions: [input] }),
    stop: async () => {
      await send('DELETE', `/${sessionId}`);
      await service.stop();
      await screen.stop();
    },
  };
}

/** Debian keeps the browser of these tests with the library of the machine's architecture. */
function foldersOfLibraries(): string[] {
  return readdirSync(LIBRARIES).flatMap((machine) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((library) => join(LIBRARIES, machine, library)),
  );
}

/** The driver says nothing when it is ready. */
async function answers(url: string): Promise<void> {
  const isOver = AbortSignal.timeout(READY_WITHIN_MS);
  while (!isOver.aborted) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(50);
  }
  throw new Error(`No answer from ${url} after ${READY_WITHIN_MS} ms`);
}

// biome-ignore lint/suspicious/noExplicitAny: each command answers with something else
async function call(url: string, method: string, body?: unknown): Promise<any> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.message}`);
  return value;
}
