import './style';
import { useRef, useState } from 'react';
import { isWebAddress } from '../../paths';
import { Button } from '../../ui/button';
import { FieldError, TextField } from '../../ui/form/field';
import type { ArtistForm } from '../edit/links-field';
import { Crops } from './crops';
import { FocalPoint } from './focal-point';
import { withFocus } from './focus';
import { megabytes } from './prepare';
import { Preview } from './preview';
import { useFormOf } from './use-form-of';
import { useSending } from './use-sending';
import { Well } from './well';

type Props = {
  form: ArtistForm;
  /** Whose folder the picture goes to; none for an artist who is still to be added. */
  artistId?: string | undefined;
  /** False for people who may only show pictures that they send. */
  mayUseAddress: boolean;
};

/** The picture of an artist: sent, pasted or by its address; with what stays in view, a description and a credit. */
export function PictureField({ form, artistId, mayUseAddress }: Props) {
  const { field, fill, values } = form;
  const box = useRef<HTMLFieldSetElement>(null);
  const [told, setTold] = useState('');
  const [broken, setBroken] = useState('');
  const image = values.image.trim();
  const address = image.replace(/#focus=.*/, '');
  const { sending, send, cancel } = useSending(artistId, (stored, { width, height }) => {
    fill({ image: stored });
    setTold(`Picture sent: ${width} × ${height}.`);
  });
  const onFile = (file: File) => {
    setTold('');
    void send(file);
  };
  const stop = () => {
    setTold('');
    cancel();
  };
  const isOnItsWay = sending.step === 'reading' || sending.step === 'sending';
  useFormOf(box, { onFile, isOnItsWay, onWait: () => setTold(WAIT) });
  const isShown = sending.step !== 'sending' && isWebAddress(address) && broken !== address;
  return (
    <fieldset className="picture wide" ref={box}>
      <legend>Picture</legend>
      <div className="picture__main">
        {isShown && (
          <FocalPoint
            image={image}
            address={address}
            onMove={(point) => fill({ image: withFocus(image, point) })}
            onFailure={() => setBroken(address)}
            onLoad={() => setBroken('')}
          />
        )}
        <Well label={isShown ? REPLACE : CHOOSE} onFile={onFile}>
          {sending.step === 'sending' && <Preview bitmap={sending.picture.preview} />}
        </Well>
        {sending.step === 'sending' && (
          <div className="picture__sending">
            <progress aria-label="Sending the picture" value={sending.sent} max={sending.total} />
            <p>
              Sending… {megabytes(sending.sent)} of {megabytes(sending.total)} MB
            </p>
            <Button look="line" onClick={stop}>
              Cancel sending
            </Button>
          </div>
        )}
        {(sending.step === 'refused' || sending.step === 'failed') && (
          <FieldError isUrgent>{sending.message}</FieldError>
        )}
        {sending.step === 'failed' && (
          <Button look="line" onClick={() => onFile(sending.file)}>
            Try again
          </Button>
        )}
        {broken !== '' && broken === address && (
          <FieldError isUrgent>
            No picture can be loaded from this address. Check it, or choose a file.
          </FieldError>
        )}
        <p className="note" role="status">
          {told}
        </p>
      </div>
      <div className="picture__side">
        {isShown && <Crops image={image} address={address} />}
        {mayUseAddress && (
          <TextField label="Image URL" type="url" placeholder="https://" {...field('image')} />
        )}
        <TextField label="Describe the picture" isOptional {...field('image_alt')} />
        <TextField label="Credit" isOptional placeholder="Photo: Name" {...field('credit')} />
      </div>
    </fieldset>
  );
}

const CHOOSE = 'Choose a picture, drop or paste it here';
const REPLACE = 'Choose another picture, drop or paste it here';
const WAIT = 'The picture is still on its way. Save when it has arrived, or cancel sending.';
