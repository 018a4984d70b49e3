import { momentOf } from './instants';

type Props = { publishedAt: string | null; timezone: string };

/** Says of what is not announced that it is a draft, or when it will be announced, in the site's time. */
export function AnnouncementTag({ publishedAt, timezone }: Props) {
  const text = publishedAt ? `To be announced ${momentOf(publishedAt, timezone)}` : 'Draft';
  return <span className="tag tag--line">{text}</span>;
}
