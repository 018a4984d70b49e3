import { unannouncedEvents } from '../../../api/announcements';
import { useResource } from '../../../api/queries/query-store';
import type { TagOf } from '../../ticket';
import { AnnouncementTag } from './announcement-tag';

/** Tells of the events that are not announced yet, for people who see them. */
export function useAnnouncementTags(): TagOf {
  const { data = [] } = useResource(unannouncedEvents);
  const waiting = new Map(data.map(({ id, published_at }) => [id, published_at]));
  return ({ id }) => {
    const publishedAt = waiting.get(id);
    if (publishedAt === undefined) return null;
    return <AnnouncementTag publishedAt={publishedAt} />;
  };
}
