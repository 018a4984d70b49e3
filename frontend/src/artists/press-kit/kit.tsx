import { paths } from '../../paths';
import type { Artist, PressKit } from '../../types';
import { Button } from '../../ui/button';
import { Link } from '../../ui/router';
import { SplitBill } from '../../ui/type/bill';
import { Paragraphs } from '../../ui/type/paragraphs';
import { shortBiography, wordsOf } from './biography';
import { Contact, Links } from './contact';
import { CopyHead } from './copy';
import { PressKitDates } from './dates';
import { Photograph } from './photograph';

/** All that there is to print of an artist, on a white sheet. */
export function Kit({ kit: { artist, events, event_count } }: { kit: PressKit }) {
  return (
    <article className="press-kit">
      <div className="wrap">
        <Link className="press-kit__back" href={paths.artist(artist.id)}>
          Profile
        </Link>
        <div className="measure press-kit__name">
          <h1>
            <SplitBill text={artist.name} />
            <span className="visually-hidden">, press</span>
          </h1>
        </div>
        <div className="press-kit__top">
          <p className="press-kit__line">{oneLine(artist)}</p>
          <Button look="line" className="needs-script" onClick={() => print()}>
            Print poster
          </Button>
        </div>
        <div className="press-kit__cols">
          <div className="press-kit__main">
            <Biographies text={artist.bio ?? ''} />
            <PressKitDates artist={artist} events={events} count={event_count} />
          </div>
          <div className="press-kit__side">
            <Photograph artist={artist} />
            <Contact />
            <Links artist={artist} />
          </div>
        </div>
      </div>
    </article>
  );
}

/** 'Art pop. Latest release: “Salt Hour”.' */
function oneLine({ genre, latest_song }: Artist): string {
  return latest_song ? `${genre}. Latest release: “${latest_song}”.` : `${genre}.`;
}

function Biographies({ text }: { text: string }) {
  const short = shortBiography(text);
  return (
    <>
      {short && <Biography title="Short biography" text={short} />}
      {text.trim() && <Biography title="Biography" text={text.trim()} />}
    </>
  );
}

function Biography({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <CopyHead title={title} text={text} note={`${wordsOf(text)} words`} />
      <Paragraphs text={text} className="press-kit__text" />
    </section>
  );
}
