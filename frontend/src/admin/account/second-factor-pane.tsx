import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  confirmFactor,
  type Enrollment,
  enrollFactor,
  factorResource,
  forgetFactor,
  removeFactor,
} from '../../api/auth/factors';
import { useResource, useStore } from '../../api/queries/query-store';
import type { User } from '../../types';
import { Button } from '../../ui/button';
import { keepFocus } from '../../ui/focus';
import { QueryFailure } from '../../ui/list/load-failure';
import { Pane } from '../pane';
import { EnrollmentSteps } from './enrollment-steps';
import { dayOf } from './moment';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';

type Props = { user: Pick<User, 'id' | 'email'> };

type Step =
  | { at: 'rest'; isBack?: boolean; news?: string }
  | { at: 'proof' }
  | { at: 'enrollment'; added: Enrollment }
  | { at: 'codes'; codes: string[] };

export function SecondFactorPane({ user }: Props) {
  const store = useStore();
  const resource = factorResource(user.id);
  const query = useResource(resource);
  const { data } = query;
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const rest = (next: Omit<Step & { at: 'rest' }, 'at'> = {}) => setStep({ at: 'rest', ...next });
  const keptButton = useRef<HTMLButtonElement>(null);
  const isOn = Boolean(data?.since);

  async function turnOff() {
    const failure = await removeFactor();
    if (failure) return failure;
    await store.load(resource);
    await store.invalidate(['music_sessions']);
    rest({ news: 'The second factor is off. Your password alone signs you in.' });
    return null;
  }

  function enroll() {
    // The proof was a new session in place of the former.
    void store.invalidate(['music_sessions']);
    return enrollFactor((added) => setStep({ at: 'enrollment', added }));
  }

  async function confirm({ id, recoveryCodes }: Enrollment, code: string) {
    const failure = await confirmFactor(id, code);
    if (failure) return failure;
    setStep({ at: 'codes', codes: recoveryCodes });
    // Beside them: until this returns, the focus is nowhere, and Escape would close the panel.
    void store.load(resource).then(() => store.invalidate(['music_sessions']));
    return null;
  }

  function content(): ReactNode {
    if (step.at === 'codes') {
      const onKept = () => rest({ news: 'The second factor is on.' });
      const done = () => void keepFocus(async () => flushSync(onKept));
      return (
        <RecoveryCodes
          codes={step.codes}
          email={user.email}
          keptButton={keptButton}
          onKept={done}
        />
      );
    }
    if (step.at === 'enrollment') {
      const { added } = step;
      const cancel = () => {
        void forgetFactor(added.id);
        rest({ isBack: true });
      };
      return (
        <EnrollmentSteps added={added} onCode={(code) => confirm(added, code)} onCancel={cancel} />
      );
    }
    if (step.at === 'proof') {
      return (
        <ProofForm
          label={isOn ? 'Turn off' : 'Turn on'}
          lead={isOn ? PROOF_OFF : PROOF_ON}
          email={user.email}
          hasFactor={isOn}
          action={isOn ? 'Turn off' : 'Continue'}
          onProved={isOn ? turnOff : enroll}
          onCancel={() => rest({ isBack: true })}
        />
      );
    }
    if (!data) return <QueryFailure what="The second factor" of={query} />;
    return (
      <>
        <p className="measure-text">
          {isOn ? `On since ${dayOf(data.since ?? '', new Date())}.` : OFF}
        </p>
        <Button
          look={isOn ? 'line' : 'primary'}
          onClick={() => setStep({ at: 'proof' })}
          autoFocus={step.isBack}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
      </>
    );
  }

  return (
    <Pane
      title={step.at === 'codes' ? 'Recovery codes' : 'Second factor'}
      // Nothing shows them again: Escape closes neither them nor the panel, but leads to the button that does.
      onBack={step.at === 'codes' ? () => keptButton.current?.focus() : undefined}
    >
      <div className="stack">
        <p className="outcome" role="status">
          {step.at === 'rest' && step.news}
        </p>
        {content()}
      </div>
    </Pane>
  );
}

const OFF =
  'Off. When it is on, signing in needs your password and a code from an app on your phone: a stolen password alone is useless.';
const PROOF_ON = 'First, your password. It is asked for whenever the way you sign in changes.';
const PROOF_OFF =
  'First, your password and a code. From then on, your password alone signs you in.';
