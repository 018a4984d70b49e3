import { useSite } from '../site';
import { lazyComponent } from '../ui/parts/lazy-component';
import { useWords } from './words';

const InvitationDoor = lazyComponent(
  async () => (await import('../admin/further-sections')).InvitationDoor,
  'The invitation',
);

const Welcome = lazyComponent(
  async () => (await import('../admin/further-sections')).Welcome,
  'The page',
);

/** Where somebody is who was invited. */
export function InvitationPage() {
  useWords({ title: `Invitation – ${useSite().name}` });
  return <InvitationDoor />;
}

/** Greets whoever accepted an invitation. */
export function WelcomePage() {
  useWords({ title: `Welcome – ${useSite().name}` });
  return <Welcome />;
}
