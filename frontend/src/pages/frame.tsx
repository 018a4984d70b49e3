import type { ReactNode } from 'react';
import { paths } from '../paths';
import { USUAL_FOOTER, useSite } from '../site';
import { Link } from '../ui/router';
import { BillShadow } from '../ui/type/bill';
import { fitClasses } from '../ui/type/fitted-rules';
import { SearchButton } from './search/search-button';

const FOOTER_TARGET = 5.2;
/** Longer than any name: the type is as wide as it goes. */
const WIDEST = Number.POSITIVE_INFINITY;

/** The site's logo, or its name; as long in a stand-in as in the typeface, so that the links beside it do not move. */
export function Brand() {
  const site = useSite();
  return (
    <Link className={`brand ${fitClasses(site.name, WIDEST, 'whole')}`} href={paths.home}>
      {site.logo ? <img src={site.logo} alt={site.name} /> : site.name}
    </Link>
  );
}

/** The head of the home page and of the pages about dates; on an artist's page it stands beside the way back. */
export function SiteHead() {
  return (
    <>
      <Brand />
      <nav className="site-nav" aria-label="Main">
        <a href={paths.artistList}>Artists</a>
        <a href={paths.eventList}>Events</a>
      </nav>
    </>
  );
}

type Props = { head: ReactNode; adminButton: ReactNode; isBusy?: boolean; children: ReactNode };

/** What stands round every page. */
export function Frame({ head, adminButton, isBusy = false, children }: Props) {
  const site = useSite();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="site-head on-stage">
        <div className="wrap">
          {head}
          <SearchButton />
        </div>
      </header>
      {adminButton}
      <main id="main" tabIndex={-1} aria-busy={isBusy || undefined}>
        {children}
      </main>
      <footer className="site-foot">
        <div className="wrap">
          <div className="site-foot__line">
            <p>{site.footer ?? USUAL_FOOTER}</p>
            <div className="site-foot__links">
              <a href={paths.past()}>Past dates</a>
              <a href={paths.feed()}>Feed</a>
              {site.contact_url && <a href={site.contact_url}>Contact</a>}
              <p>{`© ${site.today.slice(0, 4)} ${site.name}`}</p>
            </div>
          </div>
          <div className="measure" aria-hidden="true">
            <BillShadow text={site.name} target={FOOTER_TARGET} />
          </div>
        </div>
      </footer>
    </>
  );
}
