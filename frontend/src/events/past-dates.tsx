import type { PagedQuery } from '../api/query-store';
import { counted } from '../format';
import type { ListedEvent } from '../types';
import { Icon } from '../ui/icon';
import { CHEVRON } from '../ui/icons';
import { ShowMore } from '../ui/list/show-more';
import { groups, PastRows } from './past-rows';

/** As many come with the page; a list that was grown was open. */
const FIRST = 20;

/** An artist's past dates by year, closed until somebody asks; nothing when there are none. */
export function PastDates({ data, onMore }: PagedQuery<ListedEvent>) {
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="section" aria-label="Past dates">
      <div className="wrap">
        <details className="past" open={data.rows.length > FIRST}>
          <summary>
            <h2 className="head">Past dates</h2>
            <span className="note">{counted(data.count, 'date')}</span>
            <Icon shape={CHEVRON} />
          </summary>
          <ShowMore what="past dates" hasMore={data.hasMore} onMore={onMore}>
            <div>
              {groups(data.rows, ({ date }) => date.slice(0, 4)).map(([year, events]) => (
                <section key={year} aria-label={year}>
                  <h3>{year}</h3>
                  <PastRows events={events} isOwn />
                </section>
              ))}
            </div>
          </ShowMore>
        </details>
      </div>
    </section>
  );
}
