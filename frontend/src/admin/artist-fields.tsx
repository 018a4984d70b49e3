import { type ArtistForm, ConnectFields } from '../artists/edit/connect-fields';
import { PictureField } from '../artists/picture/picture-field';
import { AnnounceField } from '../events/edit/announce/announce-field';
import { TextArea, TextField } from '../ui/form/field';

type Props = { form: ArtistForm; artistId?: string; isFocused?: boolean };

/** The fields of Add Artist and Edit Artist. */
export function ArtistFields({ form, artistId, isFocused = false }: Props) {
  const { field } = form;
  return (
    <>
      <TextField label="Name" autoFocus={isFocused} {...field('name')} />
      <TextField label="Genre" {...field('genre')} />
      <PictureField form={form} artistId={artistId} mayUseAddress />
      <TextField label="Followers" {...field('followers')} />
      <TextField label="Latest song" isOptional {...field('latest_song')} />
      <ConnectFields form={form} handle=" handle" />
      <TextArea
        label="Bio"
        isOptional
        isWide
        placeholder="Write about the artist..."
        {...field('bio')}
      />
      <AnnounceField {...field('published_at')} />
    </>
  );
}
