import type { PreviewRow } from '../../api/client/tables';
import { longDate } from '../../format';
import { Segments } from '../../ui/form/segments';
import { unclearDate } from './rows';

type Props = {
  rows: PreviewRow[];
  value: boolean | null;
  onChange: (dayFirst: boolean) => void;
};

/** Asks how dates such as 4/12/2026 are meant, with one of the table's own where there is one. */
export function DayOrder({ rows, value, onChange }: Props) {
  const unclear = unclearDate(rows);
  const question = unclear ? `Dates like ${unclear.typed} mean` : 'Dates in numbers have';
  const choices = [
    { key: 'day', text: unclear ? reading(unclear.second, unclear.first) : 'Day first' },
    { key: 'month', text: unclear ? reading(unclear.first, unclear.second) : 'Month first' },
  ] as const;
  const chosen = value ? 'day' : 'month';
  return (
    <div className="day-order">
      <p aria-hidden="true">{question}</p>
      <Segments
        label={question}
        choices={choices}
        value={value === null ? null : chosen}
        onChange={(first) => onChange(first === 'day')}
      />
    </div>
  );
}

/** 'December 4', of a month and a day. */
function reading(month: number, day: number): string {
  const date = `2000-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return longDate(date).split(', ')[1] ?? '';
}
