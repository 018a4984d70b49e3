/** A grey box in the place of what is on its way; it shows only when that takes long enough to notice. */
export function Skeleton({ kind }: { kind: 'photo' | 'name' | 'line' | 'ticket' | 'text' }) {
  return <div className={`sk sk--${kind}`} />;
}
