import { useRef, useState } from 'react';
import { ownDay } from '../../account/own-day';
import { attempt } from '../../api/client/explain';
import { addOwner, changePerson, type Person, removeOwner } from '../../api/people';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { useForm } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';
import { OwnedArtists } from './owned-artists';

type Props = {
  person: Person;
  isSelf: boolean;
  onDone: (news: string) => Promise<void>;
  onClose: () => void;
};

/** The form of what somebody may do. One's own way in is not among it: another admin can take it. */
export function ChangePerson({ person, isSelf, onDone, onClose }: Props) {
  const [isAdmin, setAdmin] = useState(person.role === 'service_role');
  const [isContact, setContact] = useState(person.is_contact);
  const [owns, setOwns] = useState(person.owned);
  // Also what an earlier press added before it failed half-way.
  const owned = useRef(person.owns);
  const initial = { blocked: person.banned_until ? ownDay(person.banned_until) : '' };
  const { form, field, refusal, isBusy } = useForm({
    initial,
    onEscape: onClose,
    check: () => ({}),
    submit: async ({ blocked }) => {
      const role = isAdmin ? 'service_role' : 'authenticated';
      const banned_until = blocked ? new Date(`${blocked}T00:00`).toISOString() : null;
      const ids = owns.map(({ id }) => id);
      const added = ids.filter((id) => !owned.current.includes(id));
      const gone = owned.current.filter((id) => !ids.includes(id));
      const failure = await attempt(async () => {
        await changePerson(person.id, {
          ...(role !== person.role && { role }),
          ...(blocked !== initial.blocked && { banned_until }),
          is_contact: isContact,
        });
        if (added.length > 0) await addOwner(person.id, added);
        owned.current = [...owned.current, ...added];
        if (gone.length > 0) await removeOwner(person.id, gone);
      });
      if (failure) return { message: failure.message };
      await onDone(`Changed ${person.email}.`);
      onClose();
      return null;
    },
  });
  return (
    <form className="addbox form" aria-label={`Change ${person.email}`} {...form}>
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
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Save Changes
        </SubmitButton>
        <Button look="line" onClick={onClose}>
          Cancel
        </Button>
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
