import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

/** Leaves the script that stands in each page, without what only its reader needs, beside the bundle of the server. */
export function boot(source: string, folder: string): Plugin {
  return {
    name: 'boot',
    apply: 'build',
    closeBundle() {
      const { code, errors } = minifySync(source, readFileSync(source, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`${source}: ${errors[0]?.message}`);
      writeFileSync(join(folder, 'boot.js'), code.trim());
    },
  };
}
