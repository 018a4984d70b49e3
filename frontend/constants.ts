import { readFileSync } from 'node:fs';

/** Browsers of 2024 and later need no prefixes; in older ones a ticket has square corners. */
export const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5'];

type Declaration = { prop: string; value: string; remove: () => unknown };

/**
 * Writes the tokens that are the same in every theme into the places that use them, so that no page carries their names.
 * `file` declares the tokens.
 */
export function inlineConstants(file: string) {
  const constants = constantsIn(readFileSync(file, 'utf8'));
  return {
    postcssPlugin: 'inline-constants',
    Declaration(declaration: Declaration) {
      if (constants.has(declaration.prop)) declaration.remove();
      else {
        declaration.value = declaration.value.replace(
          /var\((--[\w-]+)\)/g,
          (use, name: string) => constants.get(name) ?? use,
        );
      }
    },
  };
}

/** Those that are declared once. */
function constantsIn(css: string): Map<string, string> {
  const declared = [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/(--[\w-]+):\s*([^;]+);/g)];
  const counts = new Map<string, number>();
  for (const [, name = ''] of declared) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    declared
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name]) => counts.get(name) === 1),
  );
}
