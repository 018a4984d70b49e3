import { useId } from 'react';
import {
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessionsResource,
} from '../../api/auth/sessions';
import { useConfirm } from '../../api/client/use-confirm';
import { useResource, useStore } from '../../api/queries/query-store';
import type { User } from '../../types';
import { Button } from '../../ui/button';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { QueryFailure } from '../../ui/list/load-failure';
import { News, useNews } from '../../ui/message/news';
import { Pane } from '../pane';
import { deviceOf } from './device';
import { dayOf, ownMoment } from './moment';

type Props = { user: Pick<User, 'id'> };

/** Where the person is signed in, and a way to end each of the others. */
export function SessionsPane({ user }: Props) {
  const store = useStore();
  const resource = ownSessionsResource(user.id);
  const query = useResource(resource);
  const { data } = query;
  const { tellNews, news } = useNews();
  const now = new Date();
  async function end(what: string, work: () => Promise<void>): Promise<void> {
    await work();
    await store.load(resource);
    tellNews(`Ended: ${what}.`);
  }
  return (
    <Pane title="Where you are signed in">
      <News {...news} />
      <QueryFailure what="The sessions" of={query} />
      {data && (
        <ul className="rows" role="list">
          {data.rows.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isHere={session.id === data.here}
              now={now}
              onEnd={() => end(deviceOf(session.user_agent), () => endOwnSession(session.id))}
            />
          ))}
        </ul>
      )}
      {data?.here && data.rows.length > 1 && (
        <EndOthers
          count={data.rows.length - 1}
          onEnd={() => end('all other sessions', () => endOtherSessions(data.here ?? ''))}
        />
      )}
    </Pane>
  );
}

type End = () => Promise<void>;
type RowProps = { session: OwnSession; isHere: boolean; now: Date; onEnd: End };

function SessionRow({ session, isHere, now, onEnd }: RowProps) {
  const confirm = useConfirm(onEnd, `Not ended: ${deviceOf(session.user_agent)}.`);
  const id = useId();
  const device = deviceOf(session.user_agent);
  if (confirm.isAsking) {
    return (
      <li className="row row--text is-confirm">
        <ConfirmDelete
          confirm={confirm}
          question="End this session?"
          subject={`${device}. Whoever uses it has to sign in again.`}
          action="End session"
          busyLabel="Ending..."
        />
      </li>
    );
  }
  return (
    <li className="row row--text">
      <div>
        <p className="row__t">
          <span>{device}</span> {isHere && <span className="tag tag--line">This one</span>}
        </p>
        <p className="row__s" id={id}>
          {[
            isHere ? 'Here now' : `Last seen ${ownMoment(session.last_seen_at, now)}`,
            ...(session.ip ? [`from ${session.ip}`] : []),
            `since ${dayOf(session.created_at, now)}`,
          ].join(', ')}
        </p>
      </div>
      {!isHere && (
        <div className="row__act">
          <Button
            look="danger"
            aria-label={`End: ${device}`}
            // Another session may be of the same kind of device.
            aria-describedby={id}
            onClick={confirm.ask}
            autoFocus={confirm.wasKept}
          >
            End
          </Button>
        </div>
      )}
    </li>
  );
}

function EndOthers({ count, onEnd }: { count: number; onEnd: End }) {
  const confirm = useConfirm(onEnd, 'Not ended: all other sessions.');
  if (!confirm.isAsking) {
    return (
      <div className="after-rows">
        <Button look="line" onClick={confirm.ask} autoFocus={confirm.wasKept}>
          End all others
        </Button>
      </div>
    );
  }
  return (
    <div className="after-rows row row--text is-confirm">
      <ConfirmDelete
        confirm={confirm}
        question="End all other sessions?"
        subject={
          count === 1
            ? 'One other device has to sign in again.'
            : `${count} other devices have to sign in again.`
        }
        action="End sessions"
        busyLabel="Ending..."
      />
    </div>
  );
}
