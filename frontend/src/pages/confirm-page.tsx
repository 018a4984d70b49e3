import '../styles/work';
import { type ReactNode, useState } from 'react';
import { DoorCard } from '../account/door-card';
import { FollowLink } from '../account/follow-link';
import { readLink, WORDS } from '../account/link';
import { WayHome } from '../account/outcome';
import { useSite } from '../site';
import { Alert } from '../ui/message/alert';
import { Brand, Frame } from './frame';
import { useWords } from './words';

/** The page that links in emails lead to. */
export function ConfirmPage({ adminButton }: { adminButton: ReactNode }) {
  const site = useSite();
  const [link] = useState(() => readLink(window.location.search));
  const title = link ? WORDS[link.type].title : 'Invalid link';
  useWords({ title: `${title} – ${site.name}` });
  return (
    <Frame head={<Brand />} adminButton={adminButton}>
      <DoorCard title={title}>{link ? <FollowLink link={link} /> : <NoLink />}</DoorCard>
    </Frame>
  );
}

function NoLink() {
  return (
    <>
      <Alert message="This link is incomplete. Open it from the email again, or copy all of it." />
      <WayHome />
    </>
  );
}
