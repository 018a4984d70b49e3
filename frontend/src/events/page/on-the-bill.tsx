import { paths } from '../../paths';
import type { EventRecord } from '../../types';
import { Icon } from '../../ui/icon';
import { GO } from '../../ui/icons';
import { Link } from '../../ui/router';
import { Bill } from '../../ui/type/bill';
import { Paragraphs } from '../../ui/type/paragraphs';

const ACT_TARGET = 8.6;

/** Everybody who plays, in large type, and what else there is to know. */
export function OnTheBill({ event }: { event: EventRecord }) {
  const { artist, lineup, note } = event;
  const acts = [{ id: event.id, name: artist.name, artist }, ...lineup];
  return (
    <div className="wrap gigbody">
      <section aria-labelledby="bill">
        <h2 className="head" id="bill">
          {lineup.length > 0 ? 'On the bill' : 'Who plays'}
        </h2>
        <ul className="acts">
          {acts.map((act) => (
            <li key={act.id} translate="no" dir="auto">
              {act.artist ? (
                <Link className="act" href={paths.artist(act.artist.id)}>
                  <Name text={act.name} />
                  <Icon shape={GO} />
                </Link>
              ) : (
                <span className="act">
                  <Name text={act.name} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
      {note?.trim() && (
        <section aria-labelledby="note">
          <h2 className="head" id="note">
            Good to know
          </h2>
          <Paragraphs text={note} className="gig__note" />
        </section>
      )}
    </div>
  );
}

function Name({ text }: { text: string }) {
  return (
    <span className="measure">
      <Bill text={text} target={ACT_TARGET} />
    </span>
  );
}
