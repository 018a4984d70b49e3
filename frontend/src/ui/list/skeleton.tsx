type Props = {
  of: 'artists' | 'events' | 'profile';
  /** The name of the profile is there already. */
  isNamed?: boolean;
};

/** Grey boxes in the place of what is loading; they show only when that takes long enough to notice. */
export function Skeleton({ of, isNamed = false }: Props) {
  if (of === 'artists') return <Artists />;
  return of === 'events' ? <Tickets /> : <Profile isNamed={isNamed} />;
}

function Artists() {
  return (
    <ul className="grid late" aria-busy="true">
      {['first', 'second', 'third'].map((card) => (
        <li key={card}>
          <Box kind="photo" />
          <Box kind="name" />
          <Box kind="line" />
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
          <Box kind="ticket" />
        </li>
      ))}
    </ul>
  );
}

function Profile({ isNamed }: { isNamed: boolean }) {
  return (
    <div className="wrap late" aria-busy="true">
      {!isNamed && <Box kind="name" />}
      <div className="profile">
        <div>
          {['first', 'second', 'third', 'fourth'].map((line) => (
            <Box key={line} kind="text" />
          ))}
        </div>
        <Box kind="ticket" />
      </div>
    </div>
  );
}

function Box({ kind }: { kind: 'photo' | 'name' | 'line' | 'ticket' | 'text' }) {
  return <div className={`skeleton skeleton--${kind}`} />;
}
