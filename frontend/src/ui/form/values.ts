/** What is typed into the fields of a form, and what is wrong with it. */

import type { Refusal } from '../message/tell-failure';

export type Values = Record<string, string>;
export type Errors<V> = { [Name in keyof V]?: string | undefined };

/** The fields that differ from the record: a draft brings back what was typed, and no older version of the rest. */
export function differences(initial: Values, values: Values): Values {
  const changed = Object.entries(values).filter(([name, value]) => value !== initial[name]);
  return Object.fromEntries(changed);
}

/** Keeps what was typed, and takes every other field from the newest saved version. */
export function merged<V extends Values>(before: V, typed: V, newest: V): V {
  return { ...newest, ...differences(before, typed) };
}

export function pick(values: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

/** What stands in empty fields without having been typed: some password managers tell nobody that they filled them. */
export function unnoticed<V extends Values>(form: HTMLFormElement | null, values: V): Partial<V> {
  const filled = [...(form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
    .filter(({ name, value }) => values[name] === '' && value !== '')
    .map(({ name, value }) => [name, value]);
  return Object.fromEntries(filled) as Partial<V>;
}

const TYPED = 'input:not([type=radio], [type=checkbox], [type=file])';

/** What is wrong with a field that is out of sight, after what it is called in its form. */
export function withLabel(form: HTMLFormElement | null, { field, message }: Refusal): string {
  const box = form?.querySelector(`[name="${field}"]`)?.closest('.field');
  const label = box?.querySelector('label')?.textContent;
  return label ? `${label}: ${message}` : message;
}

export function withoutErrors<V extends Values>(part: Partial<V>): Errors<V> {
  return Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) as Errors<V>;
}
