import { useState } from 'react';
import { type LinkType, redeemLink } from '../api/auth/credentials';
import { showCode } from '../api/auth/factors';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { SubmitButton } from '../ui/form/submit-button';
import { type Refusal, useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { replaceUrl } from '../ui/router';
import { CodeForm } from './code-form';
import { ForgotForm } from './forgot-form';
import { type Link, setsPassword, WORDS } from './link';
import { Outcome, WayHome } from './outcome';
import { PasswordForm } from './password-form';
import { useSession, useSessionStore } from './session/session';

type Step = 'ask' | 'expired' | 'half' | 'password' | 'done';

/** Follows a link from an email. Its token is used only when the button is pressed, and then leaves the URL. */
export function FollowLink({ link: { type, token, redirectTo } }: { link: Link }) {
  const words = WORDS[type];
  const { user, pending, isUnknown } = useSession();
  const [step, setStep] = useState<Step>(token ? 'ask' : 'password');
  const [owner, setOwner] = useState<string | null>(null);
  const email = owner ?? user?.email ?? null;

  function goOn(next: Step): void {
    // The type stays in the URL, so that a reloaded page still asks for the password.
    const rest = next === 'password' ? `?type=${type}` : '';
    replaceUrl(paths.confirm + rest);
    setStep(next);
  }

  if (step === 'ask' && token && redirectTo) {
    return <ToTheApp type={type} href={paths.verify(type, token, redirectTo)} />;
  }
  if (step === 'ask' && token) {
    const onDone = (redeemed: string | null) => {
      setOwner(redeemed);
      if (redeemed === null) goOn('half');
      else goOn(setsPassword(type) ? 'password' : 'done');
    };
    return (
      <ConfirmStep type={type} token={token} onDone={onDone} onExpired={() => goOn('expired')} />
    );
  }
  if (step === 'half') {
    return (
      <Outcome text="Confirmed. Now open the link that was sent to your other email address." />
    );
  }
  if (pending && step !== 'expired') {
    return <CodeForm label="Code" action="Continue" busyLabel="One moment..." onCode={showCode} />;
  }
  if (step === 'done') return <Outcome text={`${words.done} You are signed in as ${email}.`} />;
  if (step === 'password' && email) {
    return (
      <PasswordForm
        label="Choose a password"
        email={email}
        asksCurrent={false}
        onSaved={() => goOn('done')}
        renewal={
          <Button look="line" onClick={() => goOn('expired')}>
            Request a new link
          </Button>
        }
      />
    );
  }
  return isUnknown ? (
    <p role="status">Checking whether you are signed in...</p>
  ) : (
    <Expired type={type} />
  );
}

/** The press is a link that the service follows: it uses the token, and opens the app if that is allowed. */
function ToTheApp({ type, href }: { type: LinkType; href: string }) {
  return (
    <div className="form">
      <p>{WORDS[type].lead}</p>
      <a className="btn btn--primary" href={href}>
        {WORDS[type].action}
      </a>
    </div>
  );
}

type ConfirmStepProps = {
  type: LinkType;
  token: string;
  /** The account's email; null while its other email address has to confirm as well. */
  onDone: (email: string | null) => void;
  onExpired: () => void;
};

function ConfirmStep({ type, token, onDone, onExpired }: ConfirmStepProps) {
  const store = useSessionStore();
  const { lead, action } = WORDS[type];
  const { form, refusal, isBusy } = useForm({
    initial: {},
    failed: 'Not accepted: your link.',
    submit: async (): Promise<Refusal | null> => {
      const redeemed = await redeemLink(token, type);
      if (redeemed.failure?.kind === 'expired') onExpired();
      else if (redeemed.failure) return redeemed.failure;
      else {
        // Tells the rest of the page who is signed in; what fails to load now is loaded when it is needed.
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
      <SubmitButton isBusy={isBusy} busyLabel="One moment...">
        {action}
      </SubmitButton>
    </form>
  );
}

function Expired({ type }: Pick<Link, 'type'>) {
  const message = `This link has expired or was already used. ${WORDS[type].renewal}`;
  return (
    <>
      <Alert message={message} />
      {type === 'recovery' ? <ForgotForm /> : <WayHome isNext />}
    </>
  );
}
