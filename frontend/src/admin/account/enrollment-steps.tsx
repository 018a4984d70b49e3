import { CodeForm } from '../../account/code-form';
import type { Enrollment } from '../../api/auth/factors';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import type { Refusal } from '../../ui/form/use-form';

type Props = {
  added: Enrollment;
  onCode: (code: string) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** The QR code for an authenticator app, the same as text, and the first code that the app shows. */
export function EnrollmentSteps({ added: { qrCode, secret, uri }, onCode, onCancel }: Props) {
  return (
    <ol className="steps" role="list" ref={showFromStart}>
      <li>
        <p>
          <b>Scan this with an authenticator app</b>, your phone’s own or any other.
        </p>
        <div className="qr">
          <img src={qrCode} alt="QR code for an authenticator app" width={212} height={212} />
          <div className="stack">
            <p className="only-for">
              Using this phone for the codes, or no camera? Enter this in the app:
            </p>
            <p className="secret">{inFours(secret)}</p>
            <div className="form__act">
              <CopyButton text={secret}>Copy</CopyButton>
              <a className="btn btn--quiet" href={uri}>
                Open in an app
              </a>
            </div>
          </div>
        </div>
      </li>
      <li>
        <p>
          <b>Type the code that it shows.</b>
        </p>
        <CodeForm
          label="Turn on"
          action="Turn on"
          busyLabel="One moment..."
          hasRecovery={false}
          onCode={onCode}
          onEscape={onCancel}
          aside={
            <Button look="line" onClick={onCancel}>
              Cancel
            </Button>
          }
        />
      </li>
    </ol>
  );
}

/** The field of the last step has the focus by now, which scrolled a small screen past the QR code. */
function showFromStart(steps: HTMLElement | null): void {
  steps?.closest('section')?.querySelector('h3')?.scrollIntoView({ behavior: 'instant' });
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
