import { useState } from 'react';
import { showCode } from '../../api/auth/factors';
import { acceptAsMyself, acceptAsNew, type Invitation } from '../../api/auth/invitations';
import { signOut } from '../../api/auth/sign-in';
import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { useForm } from '../../ui/form/use-form';
import { LinkButton } from '../../ui/link-button';
import { Alert } from '../../ui/message/alert';
import { checkEmail, checkNewPassword } from '../checks';
import { CodeForm } from '../code-form';
import { leave } from '../session/follow-session';
import { useSession, useSessionStore } from '../session/session';
import { SignInForm, useSignIn } from '../sign-in-form';
import { rightsOf, whomToAsk } from './words';

type Props = { invitation: Invitation; token: string; onAccepted: () => void };

/** An invitation that can be accepted: with a new account, or with the one that is signed in. */
export function OpenInvitation({ invitation, token, onAccepted }: Props) {
  const { user, pending, isUnknown } = useSession();
  const [hasAccount, setHasAccount] = useState(false);
  if (isUnknown) return <p role="status">Checking whether you are signed in...</p>;
  if (pending) {
    return <CodeForm label="Code" action="Continue" busyLabel="One moment..." onCode={showCode} />;
  }
  if (user && invitation.email && user.email !== invitation.email) {
    return <ForAnother invitation={invitation} email={user.email} />;
  }
  const rights = (
    <ul className="rights">
      {rightsOf(invitation).map((right) => (
        <li key={right}>{right}</li>
      ))}
    </ul>
  );
  if (user) {
    return (
      <>
        {rights}
        <AcceptAsMyself token={token} email={user.email} onAccepted={onAccepted} />
      </>
    );
  }
  const change = (
    <LinkButton isAlone onClick={() => setHasAccount(!hasAccount)}>
      {hasAccount ? 'Accept with a new account' : 'Sign in to accept with your account'}
    </LinkButton>
  );
  return (
    <>
      {rights}
      {hasAccount ? (
        <SignIn email={invitation.email} />
      ) : (
        <NewAccountForm invitation={invitation} token={token} onAccepted={onAccepted} />
      )}
      {change}
    </>
  );
}

function NewAccountForm({ invitation, token, onAccepted }: Props) {
  const { password_minimum: minimum } = useSite();
  const store = useSessionStore();
  const { form, field, refusal, isBusy } = useForm({
    initial: { email: invitation.email ?? '', password: '' },
    failed: 'Not accepted: your invitation.',
    check: ({ email, password }) => ({
      email: checkEmail(email),
      password: checkNewPassword(password, minimum),
    }),
    submit: async ({ email, password }) => {
      const failure = await acceptAsNew(token, { email: email.trim(), password });
      if (failure) return invitation.email ? { ...failure, field: onlyPassword(failure) } : failure;
      await store.start().catch(() => undefined);
      onAccepted();
      return null;
    },
  });
  return (
    <form className="form" aria-label="Accept the invitation" {...form}>
      {refusal && <Alert message={refusal.message} />}
      {invitation.email ? (
        <>
          <p>
            The invitation is for <b>{invitation.email}</b>.
          </p>
          <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
        </>
      ) : (
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      )}
      <TextField
        label="Choose a password"
        hint={`At least ${minimum} characters`}
        type="password"
        autoComplete="new-password"
        {...field('password')}
      />
      <SubmitButton isBusy={isBusy} busyLabel="One moment...">
        Accept
      </SubmitButton>
    </form>
  );
}

/** There is no field for the email: what is wrong with it is said above the form. */
const onlyPassword = ({ field }: { field?: string }) => (field === 'password' ? field : '');

function SignIn({ email }: { email: string | null }) {
  const editor = useSignIn(email ?? '');
  return <SignInForm label="Sign in to accept" editor={editor} />;
}

type MyselfProps = { token: string; email: string; onAccepted: () => void };

function AcceptAsMyself({ token, email, onAccepted }: MyselfProps) {
  const { form, refusal, isBusy } = useForm({
    initial: {},
    failed: 'Not accepted: your invitation.',
    submit: async () => {
      const failure = await acceptAsMyself(token);
      if (!failure) onAccepted();
      return failure;
    },
  });
  return (
    <form className="form" aria-label="Accept the invitation" {...form}>
      {refusal && <Alert message={refusal.message} />}
      <p>
        You are signed in as <b>{email}</b>.
      </p>
      <SubmitButton isBusy={isBusy} busyLabel="One moment...">
        Accept with this account
      </SubmitButton>
      <SignOut>Accept with another account</SignOut>
    </form>
  );
}

function ForAnother({ invitation, email }: { invitation: Invitation; email: string }) {
  return (
    <>
      <Alert
        message={`This invitation is for ${invitation.email}, and you are signed in as ${email}.`}
      />
      <p>
        {`Sign out to accept it with that address, or ask ${whomToAsk(invitation)} for an invitation of your own.`}
      </p>
      <SignOut>Sign out</SignOut>
    </>
  );
}

function SignOut({ children }: { children: string }) {
  const store = useSessionStore();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      {failure && <Alert message={failure} />}
      <Button look="line" onClick={async () => setFailure(await leave(store, signOut))}>
        {children}
      </Button>
    </>
  );
}
