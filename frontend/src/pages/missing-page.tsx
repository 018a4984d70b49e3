import { paths } from '../paths';
import { useSite } from '../site';
import { usePath } from '../ui/router';
import { SplitBill } from '../ui/type/bill';
import { useWords } from './words';

/** Stands where there is no page, or none any more. */
export function MissingPage() {
  const site = useSite();
  useWords({ title: `Page not found – ${site.name}` });
  return (
    <section className="hero lost on-stage">
      <div className="wrap">
        <div className="measure">
          <h1 className="hero__name">
            <SplitBill text="Not on the bill" />
          </h1>
        </div>
        <p>
          There is nothing at <b>{usePath()}</b>.
        </p>
        <div className="hero__act">
          <a className="btn btn--primary" href={paths.artistList}>
            All artists
          </a>
          <a className="btn btn--line" href={paths.eventList}>
            All dates
          </a>
        </div>
      </div>
    </section>
  );
}
