import { type ComponentType, Suspense } from 'react';
import { idIn, paths } from '../paths';
import { useSite } from '../site';
import { Skeleton } from '../ui/list/skeleton';
import { latePart } from '../ui/parts/late-part';
import { lazyComponent } from '../ui/parts/lazy-component';
import { EventPage } from './event-page';
import { lost } from './lost';
import { MissingPage } from './missing-page';
import { PastPage } from './past-page';
import { useWords } from './words';

const InvitationDoor = lazyComponent(
  async () => (await import('../admin/further-sections')).InvitationDoor,
  'The invitation',
);

const Welcome = lazyComponent(
  async () => (await import('../admin/further-sections')).Welcome,
  'The page',
);

const pressKit = latePart(async () => (await import('./press-kit-page')).PressKitPage);

/** A page: the paths that show it, and the part of the script it is in, where that is not the one of this module. */
type Page = {
  is: (path: string) => boolean;
  Page: ComponentType<{ path: string }>;
  part?: 'press-kit';
};

/** Every page that is not the home page, an artist's or a mail's. Another page is another row. */
const PAGES: Page[] = [
  { is: (path) => /^[\da-f-]{36}$/i.test(idIn('event', path) ?? ''), Page: EventPage },
  {
    is: (path) => /^\/artist\/[^/]+\/press\/?$/.test(path),
    Page: LatePressKitPage,
    part: 'press-kit',
  },
  { is: (path) => /^\/events\/past(\/\d{4}(\/\d{2}){0,2})?\/?$/.test(path), Page: PastPage },
  { is: (path) => path === paths.invitation, Page: InvitationPage },
  { is: (path) => path === paths.welcome, Page: WelcomePage },
];

const pageAt = (path: string) => PAGES.find(({ is }) => is(path));

export function OtherPage({ path }: { path: string }) {
  const { Page } = pageAt(path) ?? { Page: MissingPage };
  return <Page path={path} />;
}

/** The part of the script that has the page of this path. For the server. */
export function partOfOther(path: string) {
  return pageAt(path)?.part ?? 'dates';
}

/** For the server, which cannot wait for a part when it has to show it. */
export const loadAll = pressKit.load;

function LatePressKitPage({ path }: { path: string }) {
  return (
    <Suspense fallback={<Skeleton of="profile" />}>
      <pressKit.LatePart path={path} failure={lost} />
    </Suspense>
  );
}

function InvitationPage() {
  useWords({ title: `Invitation – ${useSite().name}` });
  return <InvitationDoor />;
}

function WelcomePage() {
  useWords({ title: `Welcome – ${useSite().name}` });
  return <Welcome />;
}
