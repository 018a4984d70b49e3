import { useRef } from 'react';
import { folderOfItsOwn } from '../../api/pictures';
import type { FieldBinding } from '../../ui/form/use-form';
import { LinkButton } from '../../ui/link-button';
import { AddressField } from './address-field';
import { Chooser } from './chooser';
import { useFormOf } from './use-form-of';
import { usePicture } from './use-picture';

/** The logo of the site: sent, pasted or by its address. */
export function LogoField(field: FieldBinding) {
  const box = useRef<HTMLFieldSetElement>(null);
  const address = field.value.trim();
  const set = (value: string) => field.onChange({ target: { value } });
  const picture = usePicture(address, folderOfItsOwn, set, 'as webp');
  useFormOf(box, picture);
  return (
    <fieldset className="picture picture--logo" ref={box}>
      <legend>Logo</legend>
      <div className="picture__main">
        <p className="only-for">Optional. It is shown instead of the name.</p>
        {picture.isShown && (
          <div className="picture__logo">
            <img src={address} alt="Logo" onError={picture.onFailure} onLoad={picture.onLoad} />
            <LinkButton onClick={() => set('')}>Remove the logo</LinkButton>
          </div>
        )}
        <Chooser picture={picture} what="logo" />
        <AddressField label="Logo address" isOptional hint="" {...field} />
      </div>
    </fieldset>
  );
}
