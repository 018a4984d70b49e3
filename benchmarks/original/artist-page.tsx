import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type Artist, type ArtistEvent, fetchArtist, fetchEvents, rows, supabase } from './client';
import { BioField, EventFields, Field, Form, LinkFields } from './forms';
import { Footer, Release, Ticket } from './parts';
import { useSession } from './session';

export function ArtistPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { user, isAdmin, isAuthorised } = useSession();
  const [artist, setArtist] = useState<Artist | null>(null);
  const [events, setEvents] = useState<ArtistEvent[]>([]);
  const [isEditing, setEditing] = useState(false);
  const loadEvents = useCallback(
    () => fetchEvents(id).then((found) => setEvents(found ?? [])),
    [id],
  );
  useEffect(() => {
    void fetchArtist(id).then((found) => (found ? setArtist(found) : navigate('/')));
    void loadEvents();
  }, [id, navigate, loadEvents]);
  if (!artist) return <main className="section">Loading...</main>;

  async function save(values: Partial<Artist>): Promise<void> {
    const written = supabase.from('music_artists').update(values).eq('id', id).select().single();
    const saved: Artist | null = await rows('updating the artist', written);
    if (!saved) return;
    setArtist(saved);
    setEditing(false);
  }

  async function add(values: Record<string, string>): Promise<void> {
    const added = supabase
      .from('music_events')
      .insert([{ ...values, artist_id: id }])
      .select();
    if (await rows('adding an event', added)) await loadEvents();
  }

  async function remove(event: ArtistEvent): Promise<void> {
    const removed = supabase.from('music_events').delete().eq('id', event.id).select();
    if (await rows('deleting an event', removed)) await loadEvents();
  }

  const mayEdit = isAdmin || (user !== null && user.id === artist.user_id);
  return (
    <>
      <main>
        <div className="banner">
          <Link className="button" to="/">
            Back
          </Link>
          <img src={artist.image} alt={artist.name} />
        </div>
        <section className="section profile-name">
          <h1>{artist.name}</h1>
          <p>
            {artist.genre} <b>{artist.followers} followers</b>
          </p>
          {mayEdit && !isEditing && (
            <button className="button" type="button" onClick={() => setEditing(true)}>
              Edit Profile
            </button>
          )}
        </section>
        {isEditing ? (
          <Editor artist={artist} onSave={save} onCancel={() => setEditing(false)} />
        ) : (
          <Profile artist={artist} />
        )}
        <section className="section">
          <h2>Upcoming Events</h2>
          {isEditing && isAuthorised && (
            <Form onValues={(values) => void add(values)}>
              <EventFields />
              <button className="button" type="submit">
                Add Event
              </button>
            </Form>
          )}
          <ul className="tickets">
            {events.map((event) => (
              <Ticket
                key={event.id}
                event={event}
                title={event.venue}
                {...(isEditing && isAuthorised ? { onDelete: () => void remove(event) } : {})}
              />
            ))}
          </ul>
          {events.length === 0 && <p>No upcoming events scheduled.</p>}
        </section>
      </main>
      <Footer />
    </>
  );
}

function Profile({ artist }: { artist: Artist }) {
  const { website, social_instagram: instagram, social_twitter: twitter } = artist;
  return (
    <div className="section profile">
      <section>
        <h2>Bio</h2>
        {(artist.bio ?? 'No bio available.').split('\n\n').map((text) => (
          <p className="lead" key={text}>
            {text}
          </p>
        ))}
      </section>
      {artist.latest_song && <Release artist={artist} title={artist.latest_song} />}
      <section className="connect">
        <h2>Connect</h2>
        {website && <Outward place="Website" text={website} href={website} />}
        {instagram && (
          <Outward place="Instagram" text={instagram} href={`https://instagram.com/${instagram}`} />
        )}
        {twitter && (
          <Outward place="Twitter" text={twitter} href={`https://twitter.com/${twitter}`} />
        )}
      </section>
    </div>
  );
}

function Outward({ place, text, href }: { place: string; text: string; href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{place}</span> {text}
    </a>
  );
}

type EditorProps = {
  artist: Artist;
  onSave: (values: Partial<Artist>) => Promise<void>;
  onCancel: () => void;
};

function Editor({ artist, onSave, onCancel }: EditorProps) {
  return (
    <div className="section">
      <Form onValues={(values) => void onSave(values)}>
        <Field label="Name" name="name" defaultValue={artist.name} />
        <BioField bio={artist.bio} placeholder="Write your bio here..." />
        <LinkFields artist={artist} />
        <div className="actions">
          <button className="button" type="button" onClick={onCancel}>
            Cancel
          </button>
          <button className="button button-pink" type="submit">
            Save
          </button>
        </div>
      </Form>
    </div>
  );
}
