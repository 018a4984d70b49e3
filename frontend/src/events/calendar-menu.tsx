import { paths } from '../paths';
import { useSite } from '../site';
import { CALENDAR, DOWNLOAD, FEED, RENEW } from '../ui/icons';
import { Menu, MenuLink } from '../ui/menu';

const GOOGLE = 'https://calendar.google.com/calendar/r?cid=';

type Props = {
  /** Whose dates; absent for those of the whole site. */
  artist?: { id: string; name: string };
};

/** The ways to have all dates of the site, or of an artist, in one's own calendar or feed reader. */
export function CalendarMenu({ artist }: Props) {
  const site = useSite();
  const path = paths.calendar(artist?.id);
  const address = `${site.url.replace(/^https?:/, 'webcal:')}${path}`;
  return (
    <Menu label="Calendar" subject={` of ${artist?.name ?? site.name}`} icon={CALENDAR}>
      <MenuLink
        href={address}
        icon={RENEW}
        text="Subscribe"
        hint="In your calendar app. New dates appear automatically."
      />
      <MenuLink
        href={GOOGLE + encodeURIComponent(address)}
        icon={CALENDAR}
        text="Google Calendar"
        hint="Google looks for new dates about once a day."
        opensTab
      />
      <MenuLink
        href={path}
        icon={DOWNLOAD}
        text="Download"
        hint="One file (.ics). It stays as it is today."
        download
      />
      {artist && (
        <MenuLink
          href={paths.feed(artist.id)}
          icon={FEED}
          text="Follow by feed"
          hint="For a feed reader (Atom)."
        />
      )}
      {artist && (
        <MenuLink
          href={paths.poster(paths.artist(artist.id))}
          icon={DOWNLOAD}
          text="Poster"
          hint="The next dates in one picture."
        />
      )}
    </Menu>
  );
}
