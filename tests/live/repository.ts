import { resolve } from 'node:path';

/** The absolute path of a file or folder of this repository. */
export function inRepository(path: string): string {
  return resolve(import.meta.dirname, '../..', path);
}

export const PYTHON = inRepository('.venv/bin/python');
export const DEMO_PICTURES = inRepository('marquee/cli/demo/pictures');
