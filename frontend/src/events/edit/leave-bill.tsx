import '../../styles/work';
import { useConfirm } from '../../api/client/use-confirm';
import { leaveBill } from '../../api/edit-events';
import { useStore } from '../../api/queries/query-store';
import type { EventRecord } from '../../types';
import { Button } from '../../ui/button';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { tell } from '../../ui/message/tell';
import { nameOf } from './words';

type Props = { event: EventRecord; act: EventRecord['lineup'][number] };

/** For owners of an artist on the bill of somebody else's date: their only way to change it. */
export function LeaveBill({ event, act: { id, name } }: Props) {
  const store = useStore();
  const confirm = useConfirm(async () => {
    await leaveBill(id);
    await store.invalidate(['music_events']);
    tell(`${name} is off this bill.`);
  }, `Still on the bill: ${name}.`);
  const action = `Take ${name} off this bill`;
  return confirm.isAsking ? (
    <ConfirmDelete
      className="addbox"
      confirm={confirm}
      question={`${action}?`}
      subject={`${nameOf(event)}. Only those who may change this date can put the name back.`}
      action="Take off"
      busyLabel="Taking off..."
    />
  ) : (
    <Button look="line" onClick={confirm.ask} autoFocus={confirm.wasKept}>
      {action}
    </Button>
  );
}
