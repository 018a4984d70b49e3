import '../../styles/search';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { FOUND, keep, kept, SEARCHED } from '../../address';
import { searchOf } from '../../api/search';
import { Modal } from '../../ui/dialog/modal';
import { Icon } from '../../ui/icon';
import { CLOSE, FIND } from '../../ui/icons';
import { keyOf } from '../../ui/keys';
import { useAfterPause } from '../../ui/use-after-pause';
import { SearchResults } from './search-results';

const MAX_LETTERS = 200;

/** The search: over the page from the top, with results while a person types. The address keeps what was typed. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(() => kept(SEARCHED));
  const [searched, setSearched] = useState(typed);
  const afterPause = useAfterPause();

  function search(text: string): void {
    if (text !== searched) keepSearch(text);
    setSearched(text);
  }

  function close(): void {
    keepSearch('');
    onClose();
  }

  function type(text: string): void {
    setTyped(text);
    afterPause(() => search(text));
  }

  // The browser would only empty the field with the first Escape.
  const onKeyDown = (event: KeyboardEvent) => {
    if (keyOf(event) === 'Enter') search(typed);
    if (keyOf(event) !== 'Escape') return;
    event.preventDefault();
    close();
  };
  const onPressBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close();
  };
  return (
    <Modal
      className="search"
      aria-label="Search"
      onClose={close}
      onClick={onPressBeside}
      onKeyDown={walk}
    >
      <search className="search__box">
        <div className="wrap">
          <div className="search__top">
            <Icon shape={FIND} />
            <input
              className="search__field"
              type="search"
              aria-label="Search artists and events"
              placeholder="Artist, city or venue"
              maxLength={MAX_LETTERS}
              autoComplete="off"
              enterKeyHint="search"
              autoFocus
              value={typed}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <button className="search__close" type="button" aria-label="Close" onClick={close}>
              <Icon shape={CLOSE} />
            </button>
          </div>
        </div>
        <div className="search__results">
          <div className="wrap">
            {searchOf(searched) ? (
              <SearchResults key={searchOf(searched)} text={searched.trim()} />
            ) : (
              <p className="search__hint">
                Type a name, a city or a venue. Results appear as you type.
              </p>
            )}
          </div>
        </div>
      </search>
    </Modal>
  );
}

/** Another search begins with short lists. */
function keepSearch(text: string): void {
  keep(SEARCHED, text);
  for (const name of Object.values(FOUND)) keep(name, '');
}

/** The arrow keys go from the field through the results and back. */
function walk(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .hit')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
