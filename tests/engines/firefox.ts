/** Firefox, through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { asJson, type Engine, VIEW } from './engine';
import { programOf, runUntil } from './process';

type Answer = { id: number; type: string; message?: string; result?: unknown };

export async function startFirefox(): Promise<Engine> {
  const path = programOf('firefox-esr', 'firefox-esr');
  const profile = await mkdtemp(join(tmpdir(), 'marquee-firefox-'));
  const browser = await runUntil(/BiDi listening on (ws:\S+)/, path, [
    ...['--headless', '--no-remote', '--profile', profile],
    ...['--remote-debugging-port', '0'],
  ]);
  const send = await connect(`${browser.said[1]}/session`);
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: VIEW });
  return {
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    run: async (script, ...args) => {
      const { result, exceptionDetails } = await send<Called>('script.callFunction', {
        functionDeclaration: `() => { ${asJson(script, args)} }`,
        target: { context },
        awaitPromise: true,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value);
    },
    perform: async (input) => {
      await send('input.performActions', { context, actions: [input] });
    },
    stop: async () => {
      await browser.stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

type Called = { result?: { value: string }; exceptionDetails?: { text: string } };
type Send = <T>(method: string, params: unknown) => Promise<T>;

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let id = 0;
  return async <T>(method: string, params: unknown) => {
    id += 1;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  };
}
