import { LINES } from '../columns';
import { lineFault } from './visible';

const ON_ONE_LINE = new Set<string>(LINES);

/** What is wrong with those of a form's texts that are on one line. */
export function lineErrors<Draft extends Record<string, string>>(
  draft: Draft,
): { [Name in keyof Draft]?: string } {
  const faults = Object.entries(draft).flatMap(([name, text]) => {
    const fault = ON_ONE_LINE.has(name) && lineFault(text);
    return fault ? [[name, fault]] : [];
  });
  return Object.fromEntries(faults);
}
