import { useId } from 'react';

type Props<Key> = {
  /** What is chosen. */
  label: string;
  choices: readonly { key: Key; text: string; count?: number }[];
  value: Key | null;
  onChange: (value: Key) => void;
};

/** A few choices in a row, of which one is in force. */
export function Segments<Key extends string>({ label, choices, value, onChange }: Props<Key>) {
  const name = useId();
  return (
    <div className="radios seg" role="radiogroup" aria-label={label}>
      {choices.map(({ key, text, count }) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          <span>{text}</span> {count !== undefined && <span>{count}</span>}
        </label>
      ))}
    </div>
  );
}
