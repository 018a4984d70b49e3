import { useRef } from 'react';
import { folderOf, folderOfItsOwn } from '../../api/pictures';
import { TextField } from '../../ui/form/field';
import type { ArtistForm } from '../edit/connect-fields';
import { AddressField } from './address-field';
import { Chooser } from './chooser';
import { Crops } from './crops';
import { FocalPoint } from './focal-point';
import { withFocus } from './focus';
import { useFormOf } from './use-form-of';
import { usePicture } from './use-picture';

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
  const image = values.image.trim();
  const address = image.replace(/#focus=.*/, '');
  const folder = () => (artistId === undefined ? folderOfItsOwn() : folderOf(artistId));
  const picture = usePicture(address, folder, (stored) => fill({ image: stored }));
  const { isShown } = picture;
  useFormOf(box, picture);
  return (
    <fieldset className="picture wide" ref={box}>
      <legend>Picture</legend>
      <div className="picture__main">
        {isShown && (
          <FocalPoint
            image={image}
            address={address}
            onMove={(point) => fill({ image: withFocus(image, point) })}
            onFailure={picture.onFailure}
            onLoad={picture.onLoad}
          />
        )}
        <Chooser picture={picture} what="picture" />
      </div>
      <div className="picture__side">
        {isShown && <Crops image={image} address={address} />}
        {mayUseAddress && <Address isNew={artistId === undefined} form={form} />}
        <TextField label="Describe the picture" isOptional {...field('image_alt')} />
        <TextField label="Credit" isOptional placeholder="Photo: Name" {...field('credit')} />
      </div>
    </fieldset>
  );
}

/** Whoever adds an artist finds the field that has always been there; later it is one of two ways. */
function Address({ isNew, form: { field } }: { isNew: boolean; form: ArtistForm }) {
  const label = 'Image URL';
  if (!isNew) return <AddressField label={label} {...field('image')} />;
  return <TextField label={label} type="url" placeholder="https://" {...field('image')} />;
}
