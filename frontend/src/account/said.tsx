import { Link } from 'wouter';
import { paths } from '../paths';
import { focusOnArrival } from '../ui/focus';
import './account.css';

/** How it ended, and the way on. */
export function Said({ text }: { text: string }) {
  return (
    <>
      <p className="said" role="status">
        {text}
      </p>
      <WayHome />
    </>
  );
}

export function WayHome() {
  return (
    <Link className="btn btn--line" href={paths.home} ref={focusOnArrival}>
      Go to the site
    </Link>
  );
}
