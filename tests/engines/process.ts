/** Programs that the tests start and stop. */

import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** The path of a program, or an error that says which package has it. */
export function programOf(name: string, debian: string, folders: readonly string[] = []): string {
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(delimiter)]) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  throw new Error(`${name} is missing: install it with apt-get install ${debian}.`);
}

export type Running = Readonly<{ stop: () => Promise<void> }>;

/** Starts a program. */
export function run(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  return running(spawn(path, args, { env: { ...process.env, ...env }, stdio: 'ignore' }));
}

/** Starts a program, and waits until what it says matches. */
export async function runUntil(
  ready: RegExp,
  path: string,
  args: readonly string[],
): Promise<Running & { said: RegExpExecArray }> {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { ...running(child), said: await lineOf(child, ready) };
}

function running(child: ChildProcess): Running {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

function lineOf({ stdout, stderr }: ChildProcess, ready: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, failed) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk;
      const match = ready.exec(text);
      if (match) found(match);
    };
    stdout?.on('data', read);
    stderr?.on('data', read);
    stderr?.once('close', () => failed(new Error(`It ended before it was ready: ${text}`)));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
