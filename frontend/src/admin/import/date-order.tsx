import type { DateOrder as Order, UnclearDate } from '../../api/client/tables';
import { longDate } from '../../format';
import { Segments } from '../../ui/form/segments';

type Props = {
  unclear: UnclearDate;
  value: Order | null;
  onChange: (order: Order) => void;
};

const ORDERS = ['day', 'month', 'year'] as const;

/** Asks how dates such as 4/12/2026 are meant, with one of the table's own. */
export function DateOrder({ unclear: { typed, readings }, value, onChange }: Props) {
  const years = new Set(Object.values(readings).map((date) => date.slice(0, 4)));
  const choices = ORDERS.flatMap((key) => {
    const date = readings[key];
    return date ? [{ key, text: inWords(date, years.size > 1) }] : [];
  });
  const question = `Dates like ${typed} mean`;
  return (
    <div className="date-order">
      <p aria-hidden="true">{question}</p>
      <Segments label={question} choices={choices} value={value} onChange={onChange} />
    </div>
  );
}

/** 'December 4', or 'December 4, 2026'. */
function inWords(date: string, withYear: boolean): string {
  const [, day, year] = longDate(date).split(', ');
  return withYear ? `${day}, ${year}` : `${day}`;
}
