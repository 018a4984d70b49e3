import type { ComponentProps } from 'react';
import type {
  DateOrder,
  Named,
  Night,
  Preview,
  TableToImport,
  UnclearDate,
  UnclearNight,
} from '../../api/client/tables';
import { useArtistChoices } from '../../api/names/artist-names';
import { dayAndMonth, daysAfter, periodInWords, weekdayAndDay } from '../../format';
import { Segments } from '../../ui/form/segments';

type Props = {
  preview: Preview;
  table: TableToImport;
  /** The artists to choose from. */
  names: Named[];
  onAnswer: (answers: Partial<TableToImport>) => void;
};

/** What has to be said once about the whole table. */
export function Questions(props: Props) {
  const { preview, table, onAnswer } = props;
  const { unclear_date, needs_date_order } = preview;
  const needsHalf = preview.needs_time_order && !preview.needs_night;
  const evening = table.evening ?? preview.assumed_evening;
  return (
    <>
      {asksWhose(preview, table) && <WhoseRows {...props} />}
      {unclear_date && (
        <OrderOfDates
          unclear={unclear_date}
          value={table.date_order ?? (needs_date_order ? null : 'day')}
          onChange={(date_order) => onAnswer({ date_order })}
        />
      )}
      {preview.unclear_night && (
        <NightOfTimes
          unclear={preview.unclear_night}
          value={
            table.night ?? (preview.needs_night ? null : byClock(preview.unclear_night, table))
          }
          onChange={(night) => onAnswer({ night })}
        />
      )}
      {preview.unclear_time && (needsHalf || evening !== null) && (
        <HalfOfTimes
          typed={preview.unclear_time}
          value={evening}
          onChange={(evening) => onAnswer({ evening })}
        />
      )}
    </>
  );
}

/** Whether somebody has to say, or has said, whose the rows are that name no artist. */
export function asksWhose({ kind, needs_artist }: Preview, table: TableToImport): boolean {
  const isOfSomebody = table.artist_id !== null || table.repeat_artist;
  return kind === 'events' && (needs_artist || isOfSomebody);
}

/** In place of an artist's id, which has no such sign. */
const ABOVE = '^';

/** Asks whose the rows are that name no artist. */
function WhoseRows({ preview, table, names, onAnswer }: Props) {
  const choices = useArtistChoices(names, table.artist_id ?? '');
  const hasOthers = preview.rows.some(({ values }) => typeof values['artist'] === 'string');
  const question = hasOthers ? 'Rows without an artist are of' : 'These dates are of';
  return (
    <label className="question">
      <span>{question}</span>
      <select
        className="input row__choice"
        value={table.repeat_artist ? ABOVE : (table.artist_id ?? '')}
        onChange={({ target: { value } }) => {
          const isAbove = value === ABOVE;
          onAnswer({ repeat_artist: isAbove, artist_id: isAbove ? null : value || null });
        }}
      >
        <option value="">Select an artist</option>
        {hasOthers && <option value={ABOVE}>The artist above</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type OrderProps = {
  unclear: UnclearDate;
  value: DateOrder | null;
  onChange: (order: DateOrder) => void;
};

const ORDERS = ['day', 'month', 'year'] as const;

/** Asks how dates such as 4/12/2026 are meant, with one of the table's own. */
function OrderOfDates({ unclear: { typed, readings }, value, onChange }: OrderProps) {
  const years = new Set(Object.values(readings).map((date) => date.slice(0, 4)));
  const choices = ORDERS.flatMap((key) => {
    const date = readings[key];
    return date ? [{ key, text: years.size > 1 ? periodInWords(date) : dayAndMonth(date) }] : [];
  });
  return <Asked label={`Dates like ${typed} mean`} {...{ choices, value, onChange }} />;
}

type HalfProps = { typed: string; value: boolean | null; onChange: (isEvening: boolean) => void };

const HALVES = [
  { key: 'evening', text: 'In the evening' },
  { key: 'morning', text: 'In the morning' },
] as const;

/** Asks in which half of the day times such as 7:30 are. */
function HalfOfTimes({ typed, value, onChange }: HalfProps) {
  return (
    <Asked
      label={`Times like ${typed} are`}
      choices={HALVES}
      value={value === null ? null : value ? 'evening' : 'morning'}
      onChange={(half) => onChange(half === 'evening')}
    />
  );
}

type NightProps = { unclear: UnclearNight; value: Night | null; onChange: (night: Night) => void };

const NIGHTS = ['before', 'after'] as const;

/** Where nobody was asked about the night, the answer about the clock has said it. */
function byClock({ as_written }: UnclearNight, { evening }: TableToImport): Night {
  return evening ? 'after' : as_written;
}

/** Asks on which of two days times such as 0:30 are, by the night that people call by its evening. */
function NightOfTimes({ unclear, value, onChange }: NightProps) {
  const question = `Times like ${unclear.typed} on ${weekdayAndDay(unclear.before)} are in the night`;
  const choices = NIGHTS.map((key) => {
    const day = unclear[key];
    return { key, text: `from ${weekdayAndDay(daysAfter(day, -1))} to ${weekdayAndDay(day)}` };
  });
  return <Asked label={question} {...{ choices, value, onChange }} />;
}

/** A question, shown as it is read out. */
function Asked<Key extends string>(question: ComponentProps<typeof Segments<Key>>) {
  return (
    <div className="question">
      <p aria-hidden="true">{question.label}</p>
      <Segments {...question} />
    </div>
  );
}
