/** The day of an instant on the person's own calendar: '2026-11-24'. */
export function ownDay(instant: string): string {
  return new Date(instant).toLocaleDateString('sv-SE');
}
