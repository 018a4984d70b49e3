import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { artistResource } from '../api/artists';
import { useStore } from '../api/queries/query-store';
import type { Artist } from '../types';
import { Button } from '../ui/button';
import { PLAY } from '../ui/icons';
import { MenuLink } from '../ui/menu';
import { Notice } from '../ui/message/notice';
import type { Service } from './services';

type Props = {
  artist: Pick<Artist, 'id' | 'name'>;
  children: string;
};

/**
 * Opens a list of the artist's pages at streaming services; without any, a message says what it would do. Only whoever
 * asks loads them.
 */
export function Listen({ artist, children }: Props) {
  const store = useStore();
  const box = useRef<HTMLDivElement>(null);
  const [links, setLinks] = useState<Service[] | null>(null);
  const isOpen = links !== null && links.length > 0;

  async function toggle(): Promise<void> {
    if (isOpen) return setLinks(null);
    const resource = artistResource(artist.id);
    const [services] = await Promise.all([
      import('./services').catch(() => null),
      store.read(resource.key).data ? null : store.load(resource),
    ]);
    const whole = store.read(resource.key).data as Artist | undefined;
    setLinks(services && whole ? services.listeningAt(whole.links) : []);
  }

  function close(): void {
    setLinks(null);
    box.current?.querySelector('button')?.focus();
  }

  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && isOpen && close();
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (isOpen && !currentTarget.contains(relatedTarget)) setLinks(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: What is in it has the keyboard's focus.
    <div ref={box} className="menu menu--left listen" onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        look="primary"
        icon={PLAY}
        className="needs-script"
        aria-expanded={isOpen}
        onClick={() => void toggle()}
      >
        {children}
      </Button>
      {isOpen && (
        <ul className="menu__list">
          {links.map((link) => (
            <MenuLink key={link.id} href={link.url} icon={PLAY} text={link.name} opensTab />
          ))}
        </ul>
      )}
      <Notice
        text={
          links?.length === 0
            ? `This would launch a streaming app to play ${artist.name}'s music.`
            : null
        }
        onClose={close}
      />
    </div>
  );
}
