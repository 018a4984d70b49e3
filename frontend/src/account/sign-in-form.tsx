import { type ReactNode, useState } from 'react';
import { signIn } from '../api/auth/sign-in';
import { TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { LinkButton } from '../ui/link-button';
import { Alert } from '../ui/message/alert';
import { checkEmail, checkPassword } from './checks';
import { useSessionStore } from './session/session';

/** The kind of a refusal of what was typed. */
export const WRONG = 'wrong';

type SignIn = ReturnType<typeof useSignIn>;

/** What is typed to sign in; it outlives the form, where another one takes its place for a while. */
export function useSignIn(email = '') {
  const store = useSessionStore();
  const [isShown, setShown] = useState(false);
  const editor = useForm({
    initial: { email, password: '' },
    check: (typed) => ({ email: checkEmail(typed.email), password: checkPassword(typed.password) }),
    failed: 'Not signed in.',
    submit: async (typed) => {
      setShown(false);
      const failure = await signIn(typed.email.trim(), typed.password);
      if (!failure) {
        editor.reset({ email: typed.email, password: '' });
        // Tells the rest of the page who is signed in; what fails to load now is loaded when it is needed.
        await store.start().catch(() => undefined);
        return null;
      }
      if (!failure.isWrong) return failure;
      // The wrong one is typed over.
      editor.form.ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
      return { ...failure, kind: WRONG };
    },
  });
  return { ...editor, isShown, setShown };
}

type Props = {
  label: string;
  editor: SignIn;
  /** What is said above the fields. */
  children?: ReactNode;
};

export function SignInForm({ label, editor, children }: Props) {
  const { form, field, refusal, isBusy, isShown, setShown } = editor;
  return (
    <form className="form" aria-label={label} {...form}>
      {refusal && <Alert message={refusal.message} />}
      {children}
      <TextField label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
      <TextField
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        {...field('password')}
      />
      <LinkButton isAlone onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide password' : 'Show password'}
      </LinkButton>
      <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  );
}
