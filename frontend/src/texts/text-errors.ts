import { LINES } from '../columns';
import { lineFault } from './visible';

const ON_ONE_LINE = new Set<string>(LINES);

/** What is wrong with a form's texts: with those that are on one line, and with those longer than `limits` allow. */
export function textErrors<Draft extends Record<string, string>>(
  draft: Draft,
  limits: Partial<Record<string, number>>,
): { [Name in keyof Draft]?: string } {
  const faults = Object.entries(draft).flatMap(([name, text]) => {
    const fault = tooLong(text, limits[name]) ?? (ON_ONE_LINE.has(name) && lineFault(text));
    return fault ? [[name, fault]] : [];
  });
  return Object.fromEntries(faults);
}

/** What is wrong with a text of more than `max` characters. */
export function tooLong(text: string, max = Number.POSITIVE_INFINITY): string | undefined {
  return [...text].length > max ? `Use at most ${max} characters.` : undefined;
}
