import { CheckStep } from './check-step';
import { DoneStep } from './done-step';
import { PasteStep } from './paste-step';
import { type Step, useImport } from './use-import';

const STEPS: { at: Step['at']; title: string }[] = [
  { at: 'paste', title: 'Paste or choose' },
  { at: 'check', title: 'Check' },
  { at: 'done', title: 'Done' },
];

/** Imports a table of dates or artists. */
export function SeveralAtOnce({ onClose }: { onClose: () => void }) {
  const state = useImport();
  const { step } = state;
  return (
    <>
      <ol className="import-steps" role="list" aria-label="Steps" ref={state.place}>
        {STEPS.map(({ at, title }, index) => (
          <li key={at} aria-current={at === step.at ? 'step' : undefined}>
            <b>{index + 1}</b> <span>{title}</span>
          </li>
        ))}
      </ol>
      {step.at === 'paste' && <PasteStep {...state} onCancel={onClose} />}
      {step.at === 'check' && <CheckStep {...state} {...step} />}
      {step.at === 'done' && <DoneStep {...state} {...step} onClose={onClose} />}
    </>
  );
}
