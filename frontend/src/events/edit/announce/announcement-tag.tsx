import { useSite } from '../../../site';
import { momentOf } from './instants';

/** Says of what is not announced that it is a draft, or when it will be announced, in the site's time. */
export function AnnouncementTag({ publishedAt }: { publishedAt: string | null }) {
  const { timezone } = useSite();
  const text = publishedAt ? `To be announced ${momentOf(publishedAt, timezone)}` : 'Draft';
  return <span className="tag tag--line">{text}</span>;
}
