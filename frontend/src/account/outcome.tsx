import { paths } from '../paths';
import { focusOnMount } from '../ui/focus';
import { Link } from '../ui/router';

/** The outcome, and a way to go on. It takes the focus, since the pressed button is gone. */
export function Outcome({ text }: { text: string }) {
  return (
    <>
      <p className="outcome" role="status" tabIndex={-1} ref={focusOnMount}>
        {text}
      </p>
      <WayHome />
    </>
  );
}

/** `isNext` gives it the focus. */
export function WayHome({ isNext = false }: { isNext?: boolean }) {
  return (
    <Link className="btn btn--line" href={paths.home} ref={isNext ? focusOnMount : null}>
      Go to the site
    </Link>
  );
}
