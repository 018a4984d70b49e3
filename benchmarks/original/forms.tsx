import type { ComponentProps, FormEvent, ReactNode } from 'react';
import type { Artist } from './client';

type FieldProps = ComponentProps<'input'> & { label: string };

export function Field({ label, ...rest }: FieldProps) {
  return (
    <label className="field">
      {label}
      <input {...rest} />
    </label>
  );
}

export function BioField({ bio, placeholder }: { bio: string | null; placeholder: string }) {
  return (
    <label className="field">
      Bio
      <textarea name="bio" defaultValue={bio ?? ''} placeholder={placeholder} rows={8} />
    </label>
  );
}

type FormProps = { onValues: (values: Record<string, string>) => void; children: ReactNode };

/** Hands over what was typed, by the fields' names. */
export function Form({ onValues, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      `${value}`,
    ]);
    onValues(Object.fromEntries(values));
  };
  return (
    <form className="form" onSubmit={submit}>
      {children}
    </form>
  );
}

/** Everything that an admin may set (section 5). */
export function ArtistFields({ artist }: { artist?: Artist }) {
  return (
    <>
      <Field label="Name" name="name" defaultValue={artist?.name} required />
      <Field label="Genre" name="genre" defaultValue={artist?.genre} required />
      <Field label="Image URL" name="image" type="url" defaultValue={artist?.image} required />
      <Field label="Followers" name="followers" defaultValue={artist?.followers ?? '0'} required />
      <Field label="Latest song" name="latest_song" defaultValue={artist?.latest_song ?? ''} />
      <BioField bio={artist?.bio ?? null} placeholder="Write about the artist..." />
      <LinkFields artist={artist} />
    </>
  );
}

export function LinkFields({ artist }: { artist: Artist | undefined }) {
  return (
    <>
      <Field
        label="Website"
        name="website"
        type="url"
        placeholder="https://example.com"
        defaultValue={artist?.website ?? ''}
      />
      <Field
        label="Instagram handle"
        name="social_instagram"
        placeholder="@username"
        defaultValue={artist?.social_instagram ?? ''}
      />
      <Field
        label="Twitter handle"
        name="social_twitter"
        placeholder="@username"
        defaultValue={artist?.social_twitter ?? ''}
      />
    </>
  );
}

export function EventFields() {
  return (
    <>
      <Field label="Date" name="date" type="date" required />
      <Field label="Venue" name="venue" required />
      <Field label="Location" name="location" required />
    </>
  );
}
