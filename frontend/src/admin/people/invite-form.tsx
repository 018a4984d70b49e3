import { useRef } from 'react';
import { checkEmail } from '../../account/checks';
import { attempt } from '../../api/client/explain';
import type { Named } from '../../api/client/tables';
import type { Invitation } from '../../api/people';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { type Errors, useForm } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';
import { ArtistChoice } from '../artist-choice';
import { inviteAndCopy } from './invite-and-copy';

type Props = {
  /** The artist whose owner is invited, where that is chosen already. */
  owned: Named | undefined;
  onInvited: (invitation: Invitation, copying: Promise<boolean>) => Promise<void>;
  onClose: () => void;
};

type Draft = { email: string; role: string; artist_id: string };

const ROLES = [
  { value: 'owner', text: 'Owner of an artist' },
  { value: 'contact', text: 'Music contact: dates of every artist' },
  { value: 'service_role', text: 'Admin: everything, people included' },
];

/** Who is to come, and as what: by mail, or by a link to pass on. */
export function InviteForm({ owned, onInvited, onClose }: Props) {
  const isByLink = useRef(false);
  const { form, field, fill, values, refusal, isBusy } = useForm<Draft>({
    initial: { email: '', role: owned ? 'owner' : '', artist_id: owned?.id ?? '' },
    keepAs: owned ? `invitation ${owned.id}` : 'invitation',
    onEscape: onClose,
    failed: 'Not made: the invitation.',
    check: (draft) => check(draft, isByLink.current),
    submit: async ({ email, role, artist_id }) => {
      const invitation = {
        role: role as Invitation['role'],
        ...(!isByLink.current && { email: email.trim() }),
        ...(role === 'owner' && { artist_id }),
      };
      const [made, copying] = inviteAndCopy(invitation, isByLink.current);
      return attempt(async () => onInvited(await made, copying));
    },
  });
  const copyLink = () => {
    isByLink.current = true;
    form.ref.current?.requestSubmit();
    isByLink.current = false;
  };
  return (
    <form className="addbox form" aria-label="Invite" {...form}>
      <SelectField
        label="What for"
        placeholder="Choose"
        options={ROLES}
        autoFocus={!owned}
        {...field('role')}
      />
      {values.role === 'owner' && (
        <ArtistChoice
          label="Which artist"
          placeholder="Select an artist"
          first={owned}
          {...field('artist_id')}
          onChoose={(artist) => fill({ artist_id: artist?.id ?? '' })}
        />
      )}
      <TextField
        label="Email"
        type="email"
        isOptional
        autoFocus={owned !== undefined}
        {...field('email')}
      />
      {refusal && <Alert message={refusal.message} />}
      <div className="form__act">
        <SubmitButton isBusy={isBusy} busyLabel="Inviting...">
          Send invitation
        </SubmitButton>
        <Button look="line" isHeld={isBusy} onClick={copyLink}>
          Copy link
        </Button>
      </div>
    </form>
  );
}

function check({ email, role, artist_id }: Draft, isByLink: boolean): Errors<Draft> {
  const wrongEmail = email.trim() ? checkEmail(email) : 'Enter an email, or press Copy link.';
  return {
    role: role ? undefined : 'Choose what the invitation is for.',
    artist_id: role === 'owner' && !artist_id ? 'Choose the artist.' : undefined,
    email: isByLink ? undefined : wrongEmail,
  };
}
