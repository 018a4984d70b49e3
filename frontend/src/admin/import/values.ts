import type { Preview, PreviewRow, RowChange } from '../../api/client/tables';
import type { Field } from '../../events/edit/draft';
import { announcementInWords, inWords } from '../../events/edit/words';
import { longDate } from '../../format';
import { nightOf } from '../../night';
import { MEANINGS } from './columns';
import { isProblem, textOf } from './rows';

/** What the table is about, and the zone of the site, in which announcements are told. */
type Reading = { kind: Preview['kind']; zone: string };

/** What stands in a row's head. */
const IN_HEAD = ['artist', 'artist_id', 'name', 'id', 'date', 'venue', 'location', 'genre'];

/** All else that a row would save, such as ['Start: 20:30', 'Price: 18 €']. */
export function furtherValues(reading: Reading, row: PreviewRow): string[] {
  const { values } = row;
  const told = Object.entries(values).flatMap(([column, value]) => {
    const text = valueInWords(reading, column, value);
    return IN_HEAD.includes(column) || !text ? [] : [`${labelOf(reading, column)}: ${text}`];
  });
  const night = nightIn(row);
  return night ? [...told, `The ${night}`] : told;
}

/** The night of a row, once its date is known and nobody has to say which night is meant. */
function nightIn(row: PreviewRow): string | null {
  if (isProblem(row)) return null;
  const { date, door_time, start_time } = row.values;
  return nightOf({
    date: textOf(date),
    door_time: textOf(door_time),
    start_time: textOf(start_time),
  });
}

/** 'Start: here 20:00, yours 21:00'. */
export function changeInWords(reading: Reading, { column, here, yours }: RowChange): string {
  const [now, then] = [here, yours].map(
    (value) => valueInWords(reading, column, value) || 'nothing',
  );
  return `${labelOf(reading, column)}: here ${now}, yours ${then}`;
}

function labelOf({ kind }: Reading, column: string): string {
  return MEANINGS[kind][column] ?? column;
}

function valueInWords({ zone }: Reading, column: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((each) => (typeof each === 'string' ? each : each.url)).join(', ');
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return '';
  if (column === 'previous_date') return longDate(value);
  if (column === 'published_at') return announcementInWords(value, zone);
  return inWords(column as Field, value, (id) => id);
}
