import type { Artist, ListedLink } from '../types';
import { Button } from '../ui/button';
import { PLAY } from '../ui/icons';
import { Menu, MenuLink } from '../ui/menu';
import { listeningAt } from './services';

/** There is one on a page. */
const ID = 'listen';

type Props = {
  artist: Pick<Artist, 'name'>;
  links: ListedLink[];
  /** The side of the button with which the list lines up. */
  side: 'left' | 'right';
  children: string;
};

/** Opens a list of the artist's pages at streaming services; without any, a message says what it would do. */
export function Listen({ artist, links, side, children }: Props) {
  const services = listeningAt(links);
  if (services.length === 0) return <ListenMessage artist={artist}>{children}</ListenMessage>;
  return (
    <Menu label={children} icon={PLAY} look="primary" side={side}>
      {services.map(({ url, name }) => (
        <MenuLink key={url} href={url} icon={PLAY} text={name} opensTab />
      ))}
    </Menu>
  );
}

function ListenMessage({ artist, children }: Omit<Props, 'links' | 'side'>) {
  const text = `This would launch a streaming app to play ${artist.name}'s music.`;
  return (
    <div className="menu">
      <Button look="primary" icon={PLAY} popoverTarget={ID}>
        {children}
      </Button>
      <dialog id={ID} popover="auto" className="notice--fixed" aria-label={text}>
        <div className="notice">
          <span>{text}</span>
          <Button look="quiet" popoverTarget={ID} popoverTargetAction="hide">
            OK
          </Button>
        </div>
      </dialog>
    </div>
  );
}
