import { Button } from '../../ui/button';
import { DeleteButton } from '../../ui/dialog/confirm-delete';
import type { Confirm } from '../../ui/dialog/use-confirm';
import { COPY, EDIT } from '../../ui/form/icons';
import type { ManagedEvents } from './use-managed-events';

type Props = {
  id: string;
  /** The event as its controls are named. */
  name: string;
  managed: Pick<ManagedEvents, 'edit' | 'duplicate'>;
  confirm: Confirm;
  className: string;
};

/** What can be done with an event where it is listed. */
export function RowActions({ id, name, managed, confirm, className }: Props) {
  return (
    <div className={className}>
      <Button
        look="quiet"
        icon={EDIT}
        aria-label={`Edit ${name}`}
        onClick={() => void managed.edit(id)}
      >
        <span>Edit</span>
      </Button>
      <Button
        look="quiet"
        icon={COPY}
        aria-label={`Duplicate ${name}`}
        onClick={() => void managed.duplicate(id)}
      >
        <span>Duplicate</span>
      </Button>
      <DeleteButton confirm={confirm} name={name} />
    </div>
  );
}

/** A `ref` of a row that something was just done to: it comes into view and takes the focus. */
export function reveal(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'center' });
}
