type Props = { title: string; hint?: string | false };

export function Empty({ title, hint }: Props) {
  return (
    <div className="empty">
      <b>{title}</b>
      {hint && <p>{hint}</p>}
    </div>
  );
}
