import { useState } from 'react';
import { useConfirm } from '../../api/client/use-confirm';
import { changePerson, type Person, removePerson } from '../../api/people';
import { Button } from '../../ui/button';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { DELETE, EDIT } from '../../ui/form/icons';
import { Address } from '../../ui/type/address';
import { ChangePerson } from './change-person';
import { isBlocked, lastHere, rolesOf } from './words';

type Props = {
  person: Person;
  isSelf: boolean;
  /** Tells what was done, once the list shows it. */
  onDone: (news: string) => Promise<void>;
};

/** Somebody who may sign in; in their row, what can be done about it and the questions before. */
export function PersonRow(props: Props) {
  const { person, isSelf, onDone } = props;
  const { id, email } = person;
  const [mode, setMode] = useState<'row' | 'change' | 'changed'>('row');
  const end = useConfirm(async () => {
    await changePerson(id, { sessions: 0 });
    await onDone(`${email} is signed out everywhere.`);
  }, `Not ended: the sessions of ${email}.`);
  const remove = useConfirm(async () => {
    await removePerson(id);
    await onDone(`Removed ${email}.`);
  }, `Not removed: ${email}.`);
  if (mode === 'change') {
    return (
      <li className="row row--form">
        <ChangePerson {...props} onClose={() => setMode('changed')} />
      </li>
    );
  }
  if (end.isAsking || remove.isAsking) {
    return (
      <li className="row row--text is-confirm">
        {end.isAsking ? (
          <ConfirmDelete
            confirm={end}
            question={`End the sessions of ${email}?`}
            subject="They have to sign in again wherever they are signed in."
            action="End sessions"
            busyLabel="Ending..."
          />
        ) : (
          <ConfirmDelete
            confirm={remove}
            question={`Remove ${email}?`}
            subject="They can no longer sign in. Artists and dates stay."
            action="Remove person"
            busyLabel="Removing..."
          />
        )}
      </li>
    );
  }
  return (
    <li className="row row--text row--person">
      <Facts person={person} isSelf={isSelf} />
      <div className="row__act">
        <Button
          look="quiet"
          icon={EDIT}
          aria-label={`Change ${email}`}
          autoFocus={mode === 'changed'}
          onClick={() => setMode('change')}
        >
          Change
        </Button>
        {!isSelf && (
          <>
            <Button
              look="quiet"
              aria-label={`End sessions of ${email}`}
              disabled={person.sessions === 0}
              autoFocus={end.wasKept}
              onClick={end.ask}
            >
              End sessions
            </Button>
            <Button
              look="danger"
              icon={DELETE}
              aria-label={`Remove ${email}`}
              autoFocus={remove.wasKept}
              onClick={remove.ask}
            >
              Remove
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

function Facts({ person, isSelf }: Pick<Props, 'person' | 'isSelf'>) {
  const now = new Date();
  return (
    <div>
      <p className="row__t person">
        <span translate="no">
          <Address text={person.email} />
        </span>
        {rolesOf(person).map((role) => (
          <span className="tag tag--line" key={role}>
            {role}
          </span>
        ))}
        {isSelf && <span className="tag">You</span>}
        {isBlocked(person, now) && <span className="tag tag--warn">Blocked</span>}
      </p>
      <p className="row__s">
        {`${lastHere(person, now)} · ${person.has_second_factor ? 'Second factor on' : 'No second factor'}`}
      </p>
    </div>
  );
}
