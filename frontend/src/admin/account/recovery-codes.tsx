import type { Ref } from 'react';
import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';

type Props = {
  codes: string[];
  email: string;
  keptButton: Ref<HTMLButtonElement>;
  onKept: () => void;
};

/** The ten codes for someone who has lost their phone, which are shown only this once. On paper, they stand alone. */
export function RecoveryCodes({ codes, email, keptButton, onKept }: Props) {
  const site = useSite();
  return (
    <>
      <p className="measure-text">
        <b>The second factor is on.</b> Each of these codes replaces your phone once. They are shown
        only this once: keep them somewhere other than your phone.
      </p>
      <div className="codes">
        <p className="codes__for">{`Recovery codes of ${email}, ${site.name}`}</p>
        <ol className="codes__list on-stock" role="list">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="form__act">
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
        <Button look="line" icon={PRINT} onClick={() => print()}>
          Print
        </Button>
      </div>
      <div>
        <Button ref={keptButton} look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </>
  );
}

const PRINT = 'M5.5 7V3h9v4M5.5 14H3V7h14v7h-2.5M5.5 11.5h9V17h-9z';
