import { useCallback, useEffect, useState } from 'react';
import { type Artist, type ArtistEvent, fetchArtists, fetchEvents, rows, supabase } from './client';
import { ArtistFields, EventFields, Field, Form } from './forms';
import { longDate } from './parts';
import { useSession } from './session';

export function AdminModal({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const leave = () => void supabase.auth.signOut().then(onClose);
  return (
    <div className="scrim">
      <div className="modal" role="dialog" aria-modal="true" aria-label="Admin panel">
        <button className="button" type="button" onClick={onClose}>
          Close
        </button>
        {user ? (
          <>
            <p>
              {user.email}{' '}
              <button className="button" type="button" onClick={leave}>
                Sign Out
              </button>
            </p>
            <Panel />
          </>
        ) : (
          <Login />
        )}
      </div>
    </div>
  );
}

function Login() {
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function signIn({ email = '', password = '' }: Record<string, string>): Promise<void> {
    setBusy(true);
    const { error } = await supabase.auth.signInWithPassword({ email, password });
    setMessage(error?.message ?? null);
    setBusy(false);
  }
  return (
    <>
      <h2>Admin Login</h2>
      {message && <p role="alert">{message}</p>}
      <Form onValues={(values) => void signIn(values)}>
        <Field label="Email" name="email" type="email" required />
        <Field label="Password" name="password" type="password" required />
        <button className="button button-pink" type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </button>
      </Form>
    </>
  );
}

function Panel() {
  const [artists, setArtists] = useState<Artist[]>([]);
  const [events, setEvents] = useState<ArtistEvent[]>([]);
  const [edited, setEdited] = useState<Artist | null>(null);
  const load = useCallback(async () => {
    setArtists((await fetchArtists()) ?? []);
    setEvents((await fetchEvents()) ?? []);
  }, []);
  useEffect(() => void load(), [load]);

  async function change(what: string, ...answers: Parameters<typeof rows>[1][]): Promise<void> {
    for (const answer of answers) await rows(what, answer);
    await load();
  }

  const of = (table: 'music_artists' | 'music_events') => supabase.from(table);
  const feature = ({ id }: Artist) =>
    change(
      'setting the featured artist',
      of('music_artists').update({ is_featured: false }).neq('id', id).select(),
      of('music_artists').update({ is_featured: true }).eq('id', id).select(),
    );
  if (edited) {
    const save = async (values: Record<string, string>) => {
      const written = of('music_artists').update(values).eq('id', edited.id).select();
      await change('updating the artist', written);
      setEdited(null);
    };
    return (
      <section>
        <h2>Edit Artist</h2>
        <Form onValues={(values) => void save(values)}>
          <ArtistFields artist={edited} />
          <button className="button" type="button" onClick={() => setEdited(null)}>
            Cancel
          </button>
          <button className="button button-pink" type="submit">
            Save Changes
          </button>
        </Form>
      </section>
    );
  }
  return (
    <>
      <section>
        <h2>Add Artist</h2>
        <Form
          onValues={(values) =>
            void change(
              'adding an artist',
              of('music_artists')
                .insert([{ ...values, name: values.name }])
                .select(),
            )
          }
        >
          <ArtistFields />
          <button className="button button-pink" type="submit">
            Add Artist
          </button>
        </Form>
      </section>
      <section>
        <h2>Manage Events</h2>
        <Form
          onValues={(values) =>
            void change(
              'adding an event',
              of('music_events')
                .insert([{ ...values, venue: values.venue }])
                .select(),
            )
          }
        >
          <label className="field">
            Artist
            <select name="artist_id" required defaultValue="">
              <option value="">Select an artist</option>
              {artists.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <EventFields />
          <button className="button" type="submit">
            Add Event
          </button>
        </Form>
        {events.map(({ id, venue, date }) => (
          <p key={id}>
            {venue}, {longDate(date)}{' '}
            <button
              className="button"
              type="button"
              onClick={() =>
                void change('deleting an event', of('music_events').delete().eq('id', id).select())
              }
            >
              Delete
            </button>
          </p>
        ))}
      </section>
      <section>
        <h2>Manage Artists</h2>
        {artists.map((artist) => (
          <p key={artist.id}>
            {artist.name}{' '}
            <button className="button" type="button" onClick={() => setEdited(artist)}>
              Edit
            </button>
            <button className="button" type="button" onClick={() => void feature(artist)}>
              Set Featured
            </button>
            <button
              className="button"
              type="button"
              onClick={() =>
                void change(
                  'deleting an artist',
                  of('music_artists').delete().eq('id', artist.id).select(),
                )
              }
            >
              Delete
            </button>
          </p>
        ))}
      </section>
    </>
  );
}
