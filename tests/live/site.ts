/** A real server of its own for a file of tests: `startSite()` to `stop()`. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARTISTS, emailOf, events, OWNED, PASSWORD, SIGNED_IN, type SignedIn, UNSET } from './cast';
import { DEMO_PICTURES, inRepository } from './repository';

const MARQUEE = process.env.MARQUEE_COMMAND ?? inRepository('.venv/bin/marquee');
/** How late anything may be: a shared machine stands still for seconds now and then. */
const PATIENCE_MS = 60_000;
const TO_FOLLOW = ['/auth/confirm', '/invitation'];
const TEMPLATE = 'MARQUEE_TEST_TEMPLATE';

export type Account = Readonly<{ id: string; email: string; password: string }>;
type Cast = Readonly<Record<SignedIn, Account>>;
type Mail = Readonly<{ to: string; link: URL }>;
type LogLine = Readonly<{ level: string; event: string; trace?: string }>;
type Environment = Readonly<Record<string, string>>;

/** What is the same for every site that begins from the template. */
type Identity = Readonly<{ key: string; secret: string; cast: Cast }>;
type Template = Identity & Readonly<{ folder: string }>;

type Options = Readonly<{
  /** The demonstration's content instead of the cast's; the accounts are the cast's all the same. */
  demo?: boolean;
  env?: Environment;
}>;

/** Starts a server on a data folder of its own, with the cast's accounts and content. */
export async function startSite({ demo = false, env = {} }: Options = {}): Promise<LiveSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-live-'));
  const known = process.env[TEMPLATE];
  if (demo || !known) {
    const server = await serve(dataDir, demo ? ['--demo'] : [], env);
    return new LiveSite(dataDir, server, await addCast(dataDir));
  }
  const { folder, ...identity }: Template = JSON.parse(known);
  await cp(folder, dataDir, { recursive: true });
  return new LiveSite(dataDir, await serve(dataDir, [], env), identity);
}

/** Makes the folder that every later `startSite` begins from, once for a run; answers what removes it again. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-template-'));
  const site = await startSite();
  await site.reset();
  await site.marquee(['artist', 'owner', OWNED, emailOf('owner')]);
  await site.shutDown();
  await cp(site.dataDir, folder, { recursive: true });
  await site.stop();
  process.env[TEMPLATE] = JSON.stringify({
    folder,
    key: site.key,
    secret: site.secret,
    cast: site.cast,
  });
  return () => rm(folder, { recursive: true, force: true });
}

export class LiveSite {
  readonly url: string;
  /** The publishable key. */
  readonly key: string;
  /** The secret key: for arranging and for looking, never for what a test is about. */
  readonly secret: string;
  readonly cast: Cast;

  constructor(
    readonly dataDir: string,
    private readonly server: Server,
    identity: Identity,
  ) {
    this.url = server.url;
    this.key = identity.key;
    this.secret = identity.secret;
    this.cast = identity.cast;
  }

  /** A request to the data service with the secret key; fails on any refusal. */
  async rest<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: this.secret,
        Authorization: `Bearer ${this.secret}`,
        'Content-Type': 'application/json',
        ...(method === 'GET' ? {} : { Prefer: 'return=representation' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The cast's artists and events, and nothing else. The site has no settings. */
  async reset(): Promise<void> {
    await this.rest('PATCH', 'music_settings?id=eq.site', UNSET);
    await this.rest('DELETE', 'music_invitations?id=not.is.null');
    await this.rest('DELETE', `music_contacts?user_id=neq.${this.cast.contact.id}`);
    await this.rest('DELETE', 'music_artists?id=not.is.null');
    const owner = (id: string) => (id === OWNED ? this.cast.owner.id : null);
    await this.rest(
      'POST',
      'music_artists',
      ARTISTS.map((artist) => ({ ...artist, user_id: owner(artist.id) })),
    );
    await this.rest('POST', 'music_events', events());
  }

  /** The mails in the outbox, the oldest first. */
  async mails(): Promise<readonly Mail[]> {
    const files = await readdir(this.outbox).catch(() => []);
    const mails = files.filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      mails.map(async (name) => readMail(await readFile(join(this.outbox, name), 'utf8'))),
    );
  }

  /** The link to follow in the newest mail to an address that has one: mail is written in the background. */
  async mailedLink(to: string): Promise<URL> {
    const isOver = AbortSignal.timeout(PATIENCE_MS);
    while (!isOver.aborted) {
      const mail = (await this.mails()).findLast(
        (one) => one.to === to && TO_FOLLOW.includes(one.link.pathname),
      );
      if (mail) return mail.link;
      await sleep(20);
    }
    throw new Error(`No mail to ${to} after ${PATIENCE_MS} ms`);
  }

  async emptyOutbox(): Promise<void> {
    await rm(this.outbox, { recursive: true, force: true });
  }

  private get outbox(): string {
    return join(this.dataDir, 'outbox');
  }

  /** `marquee …` on this site's data folder; answers its standard output. */
  marquee(args: readonly string[], stdin?: string): Promise<string> {
    return marquee(this.dataDir, args, stdin);
  }

  /** Stops the server and leaves its data. */
  async shutDown(): Promise<void> {
    const { child } = this.server;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolved) => child.once('exit', resolved));
    child.kill('SIGTERM');
    await ended;
  }

  /** Stops the server and removes its data; fails when the server ever had a fault of its own. */
  async stop(): Promise<void> {
    await this.shutDown();
    await rm(this.dataDir, { recursive: true, force: true });
    const faults = this.server.log.filter(({ level }) => level === 'error' || level === 'critical');
    if (faults.length)
      throw new Error(`The server had faults:\n${JSON.stringify(faults, null, 1)}`);
  }
}

function readMail(text: string): Mail {
  const to = /^To: (.+?)\r?$/m.exec(text)?.[1];
  const link = /^https?:\S+/m.exec(text)?.[0];
  if (!to || !link) throw new Error(`This is no mail of the site's:\n${text}`);
  return { to, link: new URL(link) };
}

type Server = Readonly<{ url: string; child: ChildProcess; log: readonly LogLine[] }>;

async function serve(dataDir: string, args: readonly string[], env: Environment): Promise<Server> {
  const child = spawn(MARQUEE, ['serve', '--port', '0', '--data-dir', dataDir, ...args], {
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: LogLine[] = [];
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('{')) log.push(JSON.parse(line));
    else said.push(line);
  });
  const url = await new Promise<string>((found, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = / is at (http:\S+)$/.exec(line)?.[1];
      if (address) found(address);
    });
    child.once('error', failed);
    child.once('exit', (status) =>
      failed(new Error(`marquee serve ended with ${status}: ${said.join('\n')}`)),
    );
  });
  await ready(url);
  return { url, child, log };
}

async function ready(url: string): Promise<void> {
  const isOver = AbortSignal.timeout(PATIENCE_MS);
  while (!isOver.aborted) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await sleep(20);
  }
  throw new Error(`${url} is not ready after ${PATIENCE_MS} ms`);
}

/** The accounts of the cast, all through the command line, and pictures for its artists. */
async function addCast(dataDir: string): Promise<Identity> {
  const run = (args: readonly string[], stdin?: string) => marquee(dataDir, args, stdin);
  const accounts: [SignedIn, Account][] = [];
  for (const who of SIGNED_IN) {
    const role = who === 'admin' ? ['--role', 'service_role'] : [];
    const id = await run(['user', 'add', emailOf(who), ...role, '--password-stdin'], PASSWORD);
    accounts.push([who, { id, email: emailOf(who), password: PASSWORD }]);
  }
  await run(['contact', 'add', emailOf('contact')]);
  await cp(DEMO_PICTURES, join(dataDir, 'media/cast'), { recursive: true });
  const keys = Object.fromEntries((await run(['keys'])).split('\n').map((line) => line.split(' ')));
  return { key: keys.publishable, secret: keys.secret, cast: Object.fromEntries(accounts) as Cast };
}

async function marquee(dataDir: string, args: readonly string[], stdin = ''): Promise<string> {
  const child = spawn(MARQUEE, [...args, '--data-dir', dataDir], {
    env: environment(),
    stdio: 'pipe',
  });
  const status = new Promise<number | null>((ended, failed) =>
    child.once('error', failed).once('exit', ended),
  );
  child.stdin.end(stdin);
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await status) !== 0) throw new Error(`marquee ${args.join(' ')}: ${complained}`);
  return said.trimEnd();
}

/** A person's own settings stay out of the tests; their sites are in UTC. */
function environment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MARQUEE_'));
  return { ...Object.fromEntries(others), MARQUEE_TIMEZONE: 'UTC' };
}
