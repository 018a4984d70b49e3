import { useState } from 'react';
import type { Act } from '../../../types';
import { TextArea, TextField } from '../../../ui/form/field';
import type { FieldBinding } from '../../../ui/form/use-form';
import { AnnounceField } from '../announce/announce-field';
import { EMPTY_DRAFT, type EventDraft, namesOf } from '../draft';
import { STATUS_CHOICES, TICKET_CHOICES } from '../words';
import { BillField } from './bill-field';
import { ChoiceField } from './choice-field';
import { ZoneField } from './zone-field';

const MORE: (keyof EventDraft)[] = [
  'timezone',
  'ticket_url',
  'price',
  'ticket_status',
  'status',
  'bill',
  'new_name',
  'note',
  'published_at',
];

type Props = {
  values: EventDraft;
  field: (name: keyof EventDraft) => FieldBinding;
  /** What the status does to the date, in words. */
  statusNote: string | null;
  isNew: boolean;
  onBill: (names: Act[]) => void;
};

/** The fields that not every event needs, folded up until one of them holds something. */
export function MoreFields({ values, field, statusNote, isNew, onBill }: Props) {
  const [isOpen, setOpen] = useState(() => MORE.some((name) => values[name] !== EMPTY_DRAFT[name]));
  const isWrong = MORE.some((name) => field(name).error);
  // A new event has no former date that it was moved from.
  const statuses = STATUS_CHOICES.filter(({ value }) => !isNew || value !== 'moved');
  return (
    <details
      className="more-fields wide"
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        More <span className="opt">Time zone, tickets, status, bill, note, announcement</span>
      </summary>
      <div className="date-form">
        <ZoneField {...field('timezone')} />
        <TextField
          label="Ticket link"
          type="url"
          isOptional
          placeholder="https://"
          {...field('ticket_url')}
        />
        <TextField label="Price" isOptional placeholder="€18" {...field('price')} />
        <ChoiceField label="Tickets" options={TICKET_CHOICES} {...field('ticket_status')} />
        <ChoiceField label="Status" options={statuses} {...field('status')} />
        {statusNote && <p className="form__note wide">{statusNote}</p>}
        <BillField names={namesOf(values)} field={field('new_name')} onChange={onBill} />
        <TextArea label="Note" isOptional isWide rows={3} {...field('note')} />
        <AnnounceField {...field('published_at')} />
      </div>
    </details>
  );
}
