import limits from './limits.json';
import { lineFault } from './visible';

/** What is wrong with those of a form's texts that are on one line. */
export function lineErrors<Draft extends Record<string, string>>(
  draft: Draft,
): { [Name in keyof Draft]?: string } {
  const faults = Object.entries(draft).flatMap(([name, text]) => {
    const fault = limits.lines.includes(name) && lineFault(text);
    return fault ? [[name, fault]] : [];
  });
  return Object.fromEntries(faults);
}
