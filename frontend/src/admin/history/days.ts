import type { Save } from '../../api/saves';
import { dayOf } from '../account/moment';

/** The saves of each day, under its name: 'Today', 'Yesterday', 'November 2'. */
export function byDay(saves: readonly Save[]): [string, Save[]][] {
  const days = new Map<string, Save[]>();
  const now = new Date();
  for (const save of saves) {
    const day = dayOf(save.at, now);
    const name = day.charAt(0).toUpperCase() + day.slice(1);
    days.set(name, [...(days.get(name) ?? []), save]);
  }
  return [...days];
}
