import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Artist, type ArtistEvent, fetchArtists, fetchEvents } from './client';
import { Footer, Release, Ticket } from './parts';

export function HomePage() {
  const [artists, setArtists] = useState<Artist[]>([]);
  const [events, setEvents] = useState<ArtistEvent[]>([]);
  useEffect(() => {
    void fetchArtists().then((found) => setArtists(found ?? []));
    void fetchEvents().then((found) => setEvents(found ?? []));
  }, []);
  const hero = artists.find((artist) => artist.is_featured) ?? artists[0];
  return (
    <>
      <header className="site-head">
        <Link to="/">Undercard</Link>
      </header>
      <main>
        {hero ? <Hero artist={hero} /> : <section className="hero" />}
        {hero?.latest_song && <Release artist={hero} title={hero.latest_song} />}
        <section className="section">
          <h2>Popular Artists</h2>
          <ul className="grid">
            {artists.map((artist) => (
              <Card key={artist.id} artist={artist} />
            ))}
          </ul>
        </section>
        <section className="section">
          <h2>Upcoming Events</h2>
          <ul className="tickets">
            {events.map((event) => (
              <Ticket key={event.id} event={event} title={event.artist?.name ?? ''} />
            ))}
          </ul>
        </section>
      </main>
      <Footer />
    </>
  );
}

function Hero({ artist }: { artist: Artist }) {
  return (
    <section className="hero">
      <img src={artist.image} alt={artist.name} />
      <div className="hero-text">
        <h1>{artist.name}</h1>
        <p>{artist.genre}</p>
        <div className="actions">
          <button
            className="button button-pink"
            type="button"
            onClick={() =>
              alert(`This would launch a streaming app to play ${artist.name}'s music.`)
            }
          >
            Listen Now
          </button>
          <Link className="button" to={`/artist/${artist.id}`}>
            View Profile
          </Link>
        </div>
      </div>
    </section>
  );
}

function Card({ artist }: { artist: Artist }) {
  return (
    <li>
      <Link className="card" to={`/artist/${artist.id}`}>
        <div className="card-photo">
          <img src={artist.image} alt={artist.name} loading="lazy" />
        </div>
        <h3>{artist.name}</h3>
        <p className="meta">
          <span>{artist.genre}</span>
          <span>
            <b>{artist.followers}</b> followers
          </span>
        </p>
      </Link>
    </li>
  );
}
