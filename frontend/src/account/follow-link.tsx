import { useState } from 'react';
import { redeemLink } from '../api/passwords';
import { replaceAddress } from '../app/router';
import { paths } from '../paths';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { type Refusal, useForm } from '../ui/form/use-form';
import { ForgotForm } from './forgot-form';
import { type Link, setsPassword, WORDS } from './link';
import { Said, WayHome } from './outcome';
import { PasswordForm } from './password-form';
import { useSession, useSessionStore } from './session';

type Step = 'ask' | 'expired' | 'half' | 'password' | 'done';

/** From a link in a mail to what it is for. Its token is used when somebody says so, and then leaves the address. */
export function FollowLink({ link: { type, token } }: { link: Link }) {
  const words = WORDS[type];
  const { user, isUnknown } = useSession();
  const [step, setStep] = useState<Step>(token ? 'ask' : 'password');
  const [owner, setOwner] = useState<string | null>(null);
  const email = owner ?? user?.email ?? null;

  function goOn(next: Step): void {
    // With the type alone, a page that is loaded again still asks for the password.
    const rest = next === 'password' ? `?type=${type}` : '';
    replaceAddress(paths.confirm + rest);
    setStep(next);
  }

  if (step === 'ask' && token) {
    const onDone = (redeemed: string | null) => {
      setOwner(redeemed);
      if (redeemed === null) goOn('half');
      else goOn(setsPassword(type) ? 'password' : 'done');
    };
    return <Ask link={{ type, token }} onDone={onDone} onExpired={() => goOn('expired')} />;
  }
  if (step === 'half') {
    return <Said text="Confirmed. Now confirm with the link sent to the other address." />;
  }
  if (step === 'done') return <Said text={`${words.done} You are signed in as ${email}.`} />;
  if (step === 'password' && email) {
    return (
      <PasswordForm
        label="Choose a password"
        email={email}
        asksCurrent={false}
        onSaved={() => goOn('done')}
        renewal={
          <Button look="line" onClick={() => goOn('expired')}>
            Ask for a new link
          </Button>
        }
      />
    );
  }
  return isUnknown ? <p role="status">Looking for your session...</p> : <Expired type={type} />;
}

type AskProps = {
  link: Link & { token: string };
  /** Whose link it was; null when the other address has to confirm, too. */
  onDone: (email: string | null) => void;
  onExpired: () => void;
};

function Ask({ link: { type, token }, onDone, onExpired }: AskProps) {
  const store = useSessionStore();
  const { lead, action } = WORDS[type];
  const { form, refusal, isBusy } = useForm({
    initial: {},
    check: () => ({}),
    submit: async (): Promise<Refusal | null> => {
      const redeemed = await redeemLink(token, type);
      if (redeemed.failure?.kind === 'expired') onExpired();
      else if (redeemed.failure) return redeemed.failure;
      else {
        // The rest of the page learns who is signed in; what it cannot load now, it loads when it is needed.
        await store.start().catch(() => undefined);
        onDone(redeemed.email);
      }
      return null;
    },
  });
  return (
    <form className="form" {...form}>
      {refusal && <Alert message={refusal.message} />}
      <p>{lead}</p>
      <Button look="primary" type="submit" isBusy={isBusy}>
        {isBusy ? 'One moment...' : action}
      </Button>
    </form>
  );
}

function Expired({ type }: Pick<Link, 'type'>) {
  const message = `This link was used already, or is too old. ${WORDS[type].renewal}`;
  return (
    <>
      <Alert message={message} />
      {type === 'recovery' ? <ForgotForm /> : <WayHome isNext />}
    </>
  );
}
