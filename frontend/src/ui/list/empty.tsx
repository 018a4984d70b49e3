export function Empty({ title }: { title: string }) {
  return (
    <div className="empty">
      <b>{title}</b>
    </div>
  );
}
