import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { FieldFrame, type FrameProps } from '../../../ui/form/field';
import { keyOf } from '../../../ui/keys';

export type Option = { key: string; text: string; detail: string };

type Props = Omit<FrameProps, 'children'> & {
  options: Option[];
  /** What the list of options is called. */
  listLabel: string;
  onChoose: (option: Option) => void;
  /** Enter without a chosen option; otherwise it submits the form. */
  onEnter?: (() => void) | undefined;
  onBlur?: () => void;
};

/** A text field with suggestions: arrows move among them, Enter takes one, Escape closes them. */
export function Combo({ options, listLabel, onChoose, onEnter, onBlur, ...field }: Props) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  // By its key: options that arrive late push the others down.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = options.findIndex(({ key }) => key === activeKey);
  const isShown = isOpen && options.length > 0;
  const chosen = isShown ? options[active] : undefined;

  function close(): void {
    setOpen(false);
    setActiveKey(null);
  }

  function choose(option: Option): void {
    close();
    onChoose(option);
  }

  function move(step: 1 | -1): void {
    setOpen(true);
    setActiveKey(options[Math.min(options.length - 1, active + step)]?.key ?? null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const act = actionOf(keyOf(event), event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string, { ctrlKey, metaKey }: KeyboardEvent): (() => void) | undefined {
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    // In an open list it would close the dialog around.
    if (key === 'Escape' && isShown) return close;
    if (key !== 'Enter' || ctrlKey || metaKey) return undefined;
    return chosen ? () => choose(chosen) : onEnter;
  }

  return (
    <div className="combo">
      <FieldFrame
        {...field}
        onChange={(event) => {
          setOpen(true);
          setActiveKey(null);
          field.onChange(event);
        }}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close();
              onBlur?.();
            }}
          />
        )}
      </FieldFrame>
      {isShown && (
        <Options
          id={listId}
          label={listLabel}
          options={options}
          active={active}
          onChoose={choose}
        />
      )}
    </div>
  );
}

type OptionsProps = {
  id: string;
  label: string;
  options: Option[];
  active: number;
  onChoose: (option: Option) => void;
};

function Options({ id, label, options, active, onChoose }: OptionsProps): ReactNode {
  return (
    <div className="combo__list" role="listbox" id={id} aria-label={label} ref={bringIntoView}>
      {options.map((option, place) => (
        // The field keeps the focus, and its keys move among the options.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={option.key}
          id={`${id}-${place}`}
          className="combo__option"
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span dir="auto">{option.text}</span>
          <span className="opt">{option.detail}</span>
        </div>
      ))}
    </div>
  );
}

function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}
