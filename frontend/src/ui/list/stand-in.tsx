import { Skeleton } from './skeleton';

export type Place = 'artists' | 'events' | 'profile';

/** Holds the place of what is on its way. */
export function StandIn({ place }: { place: Place }) {
  if (place === 'artists') return <Artists />;
  return place === 'events' ? <Tickets /> : <Profile />;
}

function Artists() {
  return (
    <ul className="grid late" aria-busy="true">
      {['first', 'second', 'third'].map((card) => (
        <li key={card}>
          <Skeleton kind="photo" />
          <Skeleton kind="name" />
          <Skeleton kind="line" />
        </li>
      ))}
    </ul>
  );
}

function Tickets() {
  return (
    <ul className="tickets late" aria-busy="true">
      {['first', 'second', 'third'].map((ticket) => (
        <li key={ticket}>
          <Skeleton kind="ticket" />
        </li>
      ))}
    </ul>
  );
}

function Profile() {
  return (
    <div className="wrap late" aria-busy="true">
      <Skeleton kind="name" />
      <div className="profile">
        <div>
          {['first', 'second', 'third', 'fourth'].map((line) => (
            <Skeleton key={line} kind="text" />
          ))}
        </div>
        <Skeleton kind="ticket" />
      </div>
    </div>
  );
}
