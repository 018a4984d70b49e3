import { useRef } from 'react';
import { Button } from '../../ui/button';
import { type Confirm, DeleteButton } from '../../ui/dialog/confirm-delete';
import { KeptNotice } from '../../ui/form/draft-notice';
import { COPY, EDIT } from '../../ui/form/icons';
import { keptKey } from '../../ui/form/kept-drafts';
import { topOfRow } from '../../ui/list/reveal';
import { Alert } from '../../ui/message/alert';
import type { ManagedEvents, Opened } from './use-managed-events';

type Form = Opened['kind'];

type Props = {
  id: string;
  /** The event as its controls are named. */
  name: string;
  managed: ManagedEvents;
  confirm: Confirm;
  className: string;
};

/** What can be done with an event where it is listed. */
export function RowActions({ id, name, managed, confirm, className }: Props) {
  const pressed = useRef<HTMLButtonElement>(null);
  const asked = managed.asked?.id === id ? managed.asked : null;
  const open = (kind: Form, from: Element) =>
    void managed[kind === 'edit' ? 'edit' : 'duplicate'](id, topOfRow(from));
  const opener = (kind: Form) => {
    const isAsked = asked?.kind === kind;
    const isBusy = isAsked && asked.failure === null;
    return {
      ref: isAsked ? pressed : null,
      isBusy,
      'aria-busy': isBusy,
      onClick: ({ currentTarget }: { currentTarget: Element }) => open(kind, currentTarget),
    };
  };
  return (
    <>
      <div className={className}>
        <Button look="quiet" icon={EDIT} aria-label={`Edit ${name}`} {...opener('edit')}>
          <span>Edit</span>
        </Button>
        <Button look="quiet" icon={COPY} aria-label={`Duplicate ${name}`} {...opener('add')}>
          <span>Duplicate</span>
        </Button>
        <DeleteButton confirm={confirm} name={name} />
      </div>
      <KeptNotice isKept={keptKey(`event ${id} `) !== null} />
      {asked?.failure && (
        <Alert message={asked.failure}>
          <Button
            look="line"
            onClick={({ currentTarget }) => {
              pressed.current?.focus();
              open(asked.kind, currentTarget);
            }}
          >
            Try again
          </Button>
        </Alert>
      )}
    </>
  );
}
