/** What the flows need of a browser: pages, scripts in them, and real input. */

export type Action = Readonly<Record<string, string | number>>;
/** A sequence of input as WebDriver and WebDriver BiDi both define it. */
export type Input = Readonly<{
  type: 'pointer' | 'key';
  id: string;
  actions: readonly Action[];
}>;

export type Engine = Readonly<{
  open: (url: string) => Promise<void>;
  /** Runs a function in the page; its arguments and result are JSON. */
  run: <A extends readonly unknown[], T>(script: (...args: A) => T, ...args: A) => Promise<T>;
  perform: (input: Input) => Promise<void>;
  stop: () => Promise<void>;
}>;

export const VIEW = { width: 1024, height: 800 };

/** The source of a function body that answers JSON, for protocols that take scripts as text. */
export const asJson = (script: unknown, args: readonly unknown[]): string =>
  `return JSON.stringify((${String(script)})(...${JSON.stringify(args)})) ?? 'null'`;
