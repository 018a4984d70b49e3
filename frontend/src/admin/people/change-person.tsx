import { useRef, useState } from 'react';
import { attempt } from '../../api/client/explain';
import { addOwner, changePerson, type Person, removeOwner } from '../../api/people';
import { TextField } from '../../ui/form/field';
import { SaveOrCancel } from '../../ui/form/submit-button';
import { useForm } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';
import { Address } from '../../ui/type/address';
import { OwnedArtists } from './owned-artists';
import { changedRights, rightsOf } from './rights';

type Props = {
  person: Person;
  isSelf: boolean;
  onDone: (news: string) => Promise<void>;
  onClose: () => void;
};

/** The form of what somebody may do. One's own way in is not among it: another admin can take it. */
export function ChangePerson({ person, isSelf, onDone, onClose }: Props) {
  // The person as the form was opened: the list may be loaded again behind it.
  const [base] = useState(person);
  const before = rightsOf(base);
  const [isAdmin, setAdmin] = useState(before.isAdmin);
  const [isContact, setContact] = useState(before.isContact);
  const [owns, setOwns] = useState(person.owned);
  // Also what an earlier press added before it failed half-way.
  const owned = useRef(person.owns);
  const { form, field, refusal, isBusy } = useForm({
    initial: { blocked: before.blocked },
    onEscape: onClose,
    failed: `Not saved: what ${person.email} may do.`,
    submit: async ({ blocked }) => {
      const changes = changedRights(base, { isAdmin, isContact, blocked });
      const changesRights = Object.keys(changes).length > 0;
      const ids = owns.map(({ id }) => id);
      const added = ids.filter((id) => !owned.current.includes(id));
      const gone = owned.current.filter((id) => !ids.includes(id));
      const isSame = !changesRights && added.length + gone.length === 0;
      const failure = await attempt(async () => {
        if (changesRights) await changePerson(person.id, changes);
        if (added.length > 0) await addOwner(person.id, added);
        owned.current = [...owned.current, ...added];
        if (gone.length > 0) await removeOwner(person.id, gone);
      });
      if (failure) return failure;
      await onDone(isSame ? 'There was nothing to save.' : `Changed ${person.email}.`);
      onClose();
      return null;
    },
  });
  return (
    <form className="addbox form" aria-label={`Change ${person.email}`} {...form}>
      <p className="row__t">
        <span translate="no">
          <Address text={person.email} />
        </span>
      </p>
      <Check
        label="Admin"
        hint="Everything, this list included."
        isOn={isAdmin}
        isOff={isSelf}
        isFirst={!isSelf}
        onChange={setAdmin}
      />
      <Check
        label="Music contact"
        hint="Dates of every artist."
        isOn={isContact}
        isFirst={isSelf}
        onChange={setContact}
      />
      {isSelf && (
        <p className="form__note">
          You cannot take your own rights away, block or remove yourself. Another admin can.
        </p>
      )}
      <OwnedArtists owns={owns} onChange={setOwns} />
      {!isSelf && (
        <TextField
          label="Block until"
          type="date"
          hint="Optional. Until then they cannot sign in."
          isOptional
          {...field('blocked')}
        />
      )}
      {refusal && <Alert message={refusal.message} />}
      <div className="form__act">
        <SaveOrCancel isBusy={isBusy} onCancel={onClose} />
      </div>
    </form>
  );
}

type CheckProps = {
  label: string;
  hint: string;
  isOn: boolean;
  isOff?: boolean;
  /** The focus begins here. */
  isFirst?: boolean;
  onChange: (isOn: boolean) => void;
};

function Check({ label, hint, isOn, isOff = false, isFirst = false, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isOff}
        autoFocus={isFirst}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        <span>{label}</span> <small className="opt">{hint}</small>
      </span>
    </label>
  );
}
