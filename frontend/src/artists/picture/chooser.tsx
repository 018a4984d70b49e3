import { memo, useCallback, useRef } from 'react';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/form/field';
import { megabytes } from './prepare';
import type { PictureState } from './use-picture';
import { Well } from './well';

/** `what` is chosen: a picture, a logo. */
type Props = { picture: PictureState; what: string };

/** Where a picture is chosen, dropped or pasted, and what becomes of it on its way. */
export function Chooser({ picture, what }: Props) {
  const { sending, isShown, isBroken, isOnItsWay, told, onFile, stop } = picture;
  const well = useRef<HTMLInputElement>(null);
  // What goes with the step that it belongs to leaves the focus to the well.
  const handOn = useCallback(
    (button: HTMLButtonElement) => () => {
      if (button === document.activeElement) well.current?.focus();
    },
    [],
  );
  return (
    <>
      <Well
        file={well}
        label={`Choose ${isShown ? 'another' : 'a'} ${what}, drop or paste it here`}
        onFile={onFile}
      >
        {sending.step === 'sending' && <Preview bitmap={sending.picture.preview} />}
      </Well>
      {isOnItsWay && (
        <div className="picture__sending">
          {sending.step === 'sending' && (
            <>
              <progress aria-label="Sending the picture" value={sending.sent} max={sending.total} />
              <p>{`Sending… ${megabytes(sending.sent)} of ${megabytes(sending.total)} MB`}</p>
            </>
          )}
          <Button ref={handOn} look="line" onClick={stop}>
            Cancel sending
          </Button>
        </div>
      )}
      {(sending.step === 'refused' || sending.step === 'failed') && (
        <FieldError isUrgent>{sending.message}</FieldError>
      )}
      {sending.step === 'failed' && (
        <Button ref={handOn} look="line" onClick={() => onFile(sending.file)}>
          Try again
        </Button>
      )}
      {isBroken && (
        <FieldError isUrgent>
          No picture can be loaded from this address. Check it, or choose a file.
        </FieldError>
      )}
      <p className="form__note" role="status">
        {told || (sending.step === 'reading' && 'One moment...')}
      </p>
    </>
  );
}

/** A picture that is still on its way, as it was decoded here; it is not drawn anew with each step of the way. */
const Preview = memo(({ bitmap }: { bitmap: ImageBitmap }) => (
  <canvas
    className="picture__preview"
    width={bitmap.width}
    height={bitmap.height}
    ref={(canvas) => canvas?.getContext('2d')?.drawImage(bitmap, 0, 0)}
  />
));
