import { Fragment } from 'react';

/** Facts, as far as there are any, with dots between those that share a line. */
export function Dotted({ facts }: { facts: readonly (string | false | null)[] }) {
  return (
    <span className="dotted">
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact}>
              <span>{fact}</span>{' '}
            </Fragment>
          ),
      )}
    </span>
  );
}
