import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../icon-button';
import { CLOSE } from '../icons';
import { keyOf } from '../keys';
import { say } from '../message/say';
import { DOWN, UP } from './icons';

type Step = 1 | -1;

/** A list whose order counts, by keyboard: what was pressed keeps the focus, or passes it to its neighbour. */
export type Order = {
  /** Goes round the list and the field after it. */
  box: RefObject<HTMLDivElement | null>;
  move: (from: number, step: Step) => void;
  remove: (place: number) => void;
};

export function useOrder<T>(
  rows: T[],
  nameOf: (place: number) => string,
  onChange: (rows: T[]) => void,
): Order {
  const box = useRef<HTMLDivElement>(null);
  const focus = (control: string, place: number) =>
    box.current?.querySelectorAll<HTMLElement>(`[data-order="${control}"]`)[place]?.focus();

  function move(from: number, step: Step): void {
    const moved = rows[from];
    const to = from + step;
    if (moved === undefined || to < 0 || to >= rows.length) return;
    const others = rows.filter((_, place) => place !== from);
    flushSync(() => onChange([...others.slice(0, to), moved, ...others.slice(to)]));
    focus(step < 0 ? 'up' : 'down', to);
    say(`${nameOf(from)}: now ${to + 1} of ${rows.length}.`);
  }

  function remove(place: number): void {
    flushSync(() => onChange(rows.filter((_, other) => other !== place)));
    if (rows.length > 1) focus('remove', Math.min(place, rows.length - 2));
    else box.current?.querySelector<HTMLElement>('input, select')?.focus();
    say(`Removed ${nameOf(place)}.`);
  }

  return { box, move, remove };
}

type Props = {
  order: Order;
  place: number;
  /** What is in the row, for the names of its controls. */
  name: string;
  count: number;
  removal: string;
};

export function OrderButtons({ order, place, name, count, removal }: Props) {
  return (
    <span className="order">
      <IconButton
        icon={UP}
        data-order="up"
        aria-disabled={place === 0 || undefined}
        aria-label={`Move ${name} up`}
        onClick={() => order.move(place, -1)}
      />
      <IconButton
        icon={DOWN}
        data-order="down"
        aria-disabled={place === count - 1 || undefined}
        aria-label={`Move ${name} down`}
        onClick={() => order.move(place, 1)}
      />
      <IconButton
        icon={CLOSE}
        data-order="remove"
        aria-label={removal}
        onClick={() => order.remove(place)}
      />
    </span>
  );
}

/** Alt with an arrow moves the row in which it is pressed. */
export function movesRow(event: KeyboardEvent, onMove: (step: Step) => void): void {
  const key = keyOf(event);
  if (!event.altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
  event.preventDefault();
  onMove(key === 'ArrowUp' ? -1 : 1);
}
