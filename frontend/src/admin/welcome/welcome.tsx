import { type ReactNode, useState } from 'react';
import { DoorCard } from '../../account/door-card';
import { accepted } from '../../account/invitation/accepted';
import { Outcome, WayHome } from '../../account/outcome';
import { useSession } from '../../account/session/session';
import { preparedArtists, preparedEvents } from '../../api/announcements';
import { artistResource } from '../../api/artists';
import { useResource } from '../../api/queries/query-store';
import { missingParts } from '../../artists/edit/missing-parts';
import { useSite } from '../../site';
import { focusOnMount } from '../../ui/focus';
import { QueryFailure } from '../../ui/list/load-failure';
import { Bill } from '../../ui/type/bill';
import { WhomToAsk } from '../page/nothing-yet';
import { hasNothing } from '../panel/sections';
import { ComingBack } from './coming-back';
import { OwnPageThere, OwnPageToDo, OwnPageWays } from './own-page';
import { WorkThere, WorkToDo, WorkWays } from './work';

const TITLE_TARGET = 5.8;

/** Greets whoever accepted an invitation: what this is, what is there, what is missing, how to come back. */
export function Welcome() {
  const session = useSession();
  const { user, isUnknown, isChecked, isAdmin, isContact, owns } = session;
  const invitation = accepted();
  if (isUnknown || (user && !isChecked && !invitation)) return <Waiting />;
  if (!user) {
    return (
      <DoorCard title="Welcome">
        <Outcome text="Sign in with the Admin button to see what is yours." />
      </DoorCard>
    );
  }
  if (!invitation && hasNothing(session)) {
    return (
      <DoorCard title="Welcome">
        <WhomToAsk />
        <WayHome isNext />
      </DoorCard>
    );
  }
  const artistId = invitation ? invitation.artist?.id : isAdmin || isContact ? undefined : owns[0];
  if (artistId) return <OwnersWelcome artistId={artistId} email={user.email} />;
  const isForAdmins = invitation ? invitation.role === 'service_role' : isAdmin;
  return <WorkWelcome isForAdmins={isForAdmins} email={user.email} />;
}

function WorkWelcome({ isForAdmins, email }: { isForAdmins: boolean; email: string }) {
  const artists = useResource(preparedArtists);
  const dates = useResource(preparedEvents);
  const isComing = [artists, dates].some(({ data, error }) => !data && error === undefined);
  if (isComing) return <Waiting />;
  const content = artists.data &&
    dates.data && { artists: artists.data.count, dates: dates.data.count };
  return (
    <Layout
      title="Welcome"
      about={isForAdmins ? 'You run it as an admin.' : 'You look after the dates of its artists.'}
      email={email}
      there={content && <WorkThere {...content} />}
      toDo={content && <WorkToDo {...content} isForAdmins={isForAdmins} />}
      ways={<WorkWays />}
    />
  );
}

function OwnersWelcome({ artistId, email }: { artistId: string; email: string }) {
  const query = useResource(artistResource(artistId));
  const { data: artist, error } = query;
  const [lost, setLost] = useState('');
  if (!artist)
    return error === undefined ? <Waiting /> : <QueryFailure what="Your page" of={query} />;
  const page = { artist, lacking: missingParts(artist, lost === artist.image) };
  return (
    <Layout
      title="This is your page"
      about={`${artist.name} has a page on it, and you can change all of it.`}
      email={email}
      there={<OwnPageThere {...page} onLost={() => setLost(artist.image)} />}
      toDo={<OwnPageToDo {...page} />}
      ways={<OwnPageWays artist={artist} />}
    />
  );
}

function Waiting() {
  return (
    <div className="door">
      <p role="status">One moment...</p>
    </div>
  );
}

type LayoutProps = {
  title: string;
  /** What the person is here for, after what the site is. */
  about: string;
  email: string;
  there: ReactNode;
  toDo: ReactNode;
  ways: ReactNode;
};

function Layout({ title, about, email, there, toDo, ways }: LayoutProps) {
  const site = useSite();
  const inviter = accepted()?.invited_by;
  return (
    <>
      <div className="welcome__head" />
      <div className="welcome">
        <div>
          <div className="welcome__pass on-stock">
            <h1 className="measure" tabIndex={-1} ref={focusOnMount}>
              <Bill text={title} target={TITLE_TARGET} />
            </h1>
            <p>{`${site.name}: ${finished(site.tagline ?? PLAIN_TAGLINE)} ${about}`}</p>
            <p>{`${inviter ? `${inviter} invited you. ` : ''}You are signed in as ${email}.`}</p>
          </div>
          {there}
        </div>
        <div>
          {toDo}
          <ComingBack email={email} />
        </div>
        <div className="welcome__ways">{ways}</div>
      </div>
    </>
  );
}

const PLAIN_TAGLINE = 'artists, their releases and their dates';

/** As a sentence, which some taglines are already. */
const finished = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);
