/** Somebody who uses a page: finds what it shows by its name, presses it and types. */

import { expect, vi } from 'vitest';
import type { Engine } from './engine';

const WITHIN = { timeout: 30_000, interval: 50 };

export class Person {
  constructor(
    private readonly engine: Engine,
    private readonly site: string,
  ) {}

  /** Opens a page, and waits until its script has taken it over. */
  async open(path: string): Promise<void> {
    await this.engine.open(this.site + path);
    const isAlive = () => Object.keys(document.getElementById('root') ?? {}).length > 0;
    await vi.waitFor(async () => expect(await this.look(isAlive)).toBe(true), WITHIN);
  }

  look<A extends readonly unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T> {
    return this.engine.run(script, ...args);
  }

  /** Waits until the page shows a text. */
  async sees(text: string): Promise<void> {
    await vi.waitFor(async () => {
      expect(await this.look(() => document.body.innerText)).toContain(text);
    }, WITHIN);
  }

  /** Presses the first button or link of this name. */
  async press(name: string): Promise<void> {
    const at = await this.placeOf(name);
    await this.engine.perform({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Types into the field of this label. */
  async type(label: string, text: string): Promise<void> {
    await vi.waitFor(
      async () => expect(await this.look(focusField, label), label).toBe(true),
      WITHIN,
    );
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.engine.perform({ type: 'key', id: 'keys', actions: keys });
  }

  /** Sets a field whose keys are the browser's own: a date, or a choice. */
  async choose(label: string, value: string): Promise<void> {
    await vi.waitFor(
      async () => expect(await this.look(setField, label, value), label).toBe(true),
      WITHIN,
    );
  }

  /** Where a control is, once it stays there: what moves is pressed beside. */
  private placeOf(name: string): Promise<{ x: number; y: number }> {
    let before: string | undefined;
    return vi.waitFor(async () => {
      const place = await this.look(placeOfControl, name);
      const last = before;
      before = JSON.stringify(place);
      if (!place) throw new Error(`There is no “${name}” to press.`);
      if (before !== last) throw new Error(`“${name}” does not stay in its place.`);
      return place;
    }, WITHIN);
  }
}

/** The middle of a control that nothing covers, else null. Runs in the page. */
function placeOfControl(name: string): { x: number; y: number } | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const controls = (dialog ?? document).querySelectorAll<HTMLElement>('a, button');
  for (const control of controls) {
    const said = control.ariaLabel ?? control.innerText.trim();
    if (!said.startsWith(name) || !control.checkVisibility() || control.matches(':disabled')) {
      continue;
    }
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const first = document.elementFromPoint(x, y);
    if (first && (control.contains(first) || first.contains(control))) return { x, y };
  }
  return null;
}

function focusField(label: string): boolean {
  const labels = [...document.querySelectorAll('label')].reverse();
  const field = labels.find((one) => one.innerText.trim().startsWith(label))?.control;
  field?.focus();
  return document.activeElement === field && field !== undefined;
}

/** As somebody does who picks a value: React hears of it. */
function setField(label: string, value: string): boolean {
  const labels = [...document.querySelectorAll('label')].reverse();
  const field = labels.find((one) => one.innerText.trim().startsWith(label))?.control;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return false;
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return field.value === value;
}
