import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Goes once more over the script that every page begins with, after the build tool's own minifier: one percent less to
 * send. Functions stay where they are and comparisons as they were written, since repetition is what compresses.
 */
export function squeeze(): Plugin {
  return {
    name: 'squeeze',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = await squeezed(chunk.code);
      }
    },
  };
}

async function squeezed(code: string): Promise<string> {
  // Nothing in it reads a property for what reading it does, or makes an object with `new` from a method.
  const unsafe = { pure_getters: true, unsafe_methods: true };
  const alike = { inline: 0, hoist_vars: true, comparisons: false, lhs_constants: false };
  const result = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes: 2, ...unsafe, ...alike },
    format: { comments: false },
  });
  return result.code ?? code;
}
