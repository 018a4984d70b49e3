import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const SMALLEST = 512;
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

/** Leaves a brotli form beside each built text file, so that the server never compresses the same bytes again. */
export function precompress(dist: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle() {
      for (const file of builtFiles(dist)) {
        const bytes = readFileSync(file);
        if (bytes.length >= SMALLEST) writeFileSync(`${file}.br`, brotli(bytes));
      }
    },
  };
}

function builtFiles(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name) && !name.startsWith('.vite'))
    .map((name) => join(dist, name));
}

/** Which size of its blocks and which code for distances suit a text is found by trying. */
function brotli(bytes: Buffer): Buffer {
  const { BROTLI_PARAM_LGBLOCK: BLOCK, BROTLI_PARAM_NDIRECT: DIRECT } = constants;
  const tries = [{ [BLOCK]: 0 }, { [BLOCK]: 16 }, { [BLOCK]: 18 }, { [DIRECT]: 4 }];
  const forms = tries.map((tried) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        ...tried,
      },
    }),
  );
  return forms.reduce((best, form) => (form.length < best.length ? form : best));
}
