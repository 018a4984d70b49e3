import { DAY_MS, timeIn } from '../../../format';

/** A year that is being typed has fewer digits, which the field wants as '0002'. */
const LENGTH = '2026-11-24T18:00'.length;

/**
 * The instant of a local time in a zone, '2026-11-24T18:00', in ISO form; null where it is none. As on the server, of a
 * time that comes twice it is the first, and one that the clocks leave out is by the clock of before (PEP 495, fold 0).
 */
export function instantOf(local: string, zone: string): string | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const byClockOf = (instant: number) =>
    new Date(asUtc - (Date.parse(`${localOf(new Date(instant), zone)}Z`) - instant));
  const [before, after] = [byClockOf(asUtc - DAY_MS), byClockOf(asUtc + DAY_MS)];
  const isAfter = [before, after].map((one) => localOf(one, zone)).indexOf(local) === 1;
  return (isAfter ? after : before).toISOString();
}

/** The local time of an instant in a zone, as a field for date and time has it: '2026-11-24T18:00'. */
export function localOf(instant: Date, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  const local = new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(' ', 'T');
  return local.padStart(LENGTH, '0');
}

type Reader = { now: Date; zone: string };

function ownReader(): Reader {
  return { now: new Date(), zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/**
 * 'November 24, 18:00' in the zone; with its year when that is another one, and with the zone when the reader's clock
 * shows another time.
 */
export function momentOf(instant: string, zone: string, reader = ownReader()): string {
  const at = new Date(instant);
  const local = localOf(at, zone);
  const isThisYear = local.slice(0, 4) === localOf(reader.now, zone).slice(0, 4);
  const day = at.toLocaleDateString('en-US', {
    ...{ timeZone: zone, month: 'long', day: 'numeric' },
    ...(!isThisYear && { year: 'numeric' }),
  });
  const where = local === localOf(at, reader.zone) ? '' : ` ${timeIn(zone)}`;
  return `${day}, ${local.slice(11)}${where}`;
}
