import { paths } from '../../paths';

/** The time by the site's clock, which dates what is saved; by the person's own when the site does not say. */
export async function siteNow(): Promise<Date> {
  const answer = await fetch(paths.home, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return new Date(answer?.headers.get('Date') ?? Date.now());
}
