import type { ArtistDraft } from '../artists/edit/draft';
import { TextArea, TextField } from '../ui/form/field';
import type { FieldBinding } from '../ui/form/use-form';

type Props = { field: (name: keyof ArtistDraft) => FieldBinding; isFocused?: boolean };

/** The fields of Add Artist and Edit Artist. */
export function ArtistFields({ field, isFocused = false }: Props) {
  return (
    <>
      <TextField label="Name" autoFocus={isFocused} {...field('name')} />
      <TextField label="Genre" {...field('genre')} />
      <TextField label="Image URL" type="url" placeholder="https://" {...field('image')} />
      <TextField label="Followers" {...field('followers')} />
      <TextField label="Latest song" isOptional {...field('latest_song')} />
      <TextField
        label="Website"
        type="url"
        isOptional
        placeholder="https://example.com"
        {...field('website')}
      />
      <TextField
        label="Instagram handle"
        isOptional
        placeholder="@username"
        {...field('social_instagram')}
      />
      <TextField
        label="Twitter handle"
        isOptional
        placeholder="@username"
        {...field('social_twitter')}
      />
      <TextArea
        label="Bio"
        isOptional
        isWide
        placeholder="Write about the artist..."
        {...field('bio')}
      />
    </>
  );
}
