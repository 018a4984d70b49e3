import { Link } from '../app/router';
import { paths } from '../paths';
import { focusOnArrival } from '../ui/focus';

/** How it ended, and the way on. The keyboard goes on from here: what it pressed is gone. */
export function Said({ text }: { text: string }) {
  return (
    <>
      <p className="said" role="status" tabIndex={-1} ref={focusOnArrival}>
        {text}
      </p>
      <WayHome />
    </>
  );
}

/** `isNext`: the keyboard goes on here. */
export function WayHome({ isNext = false }: { isNext?: boolean }) {
  return (
    <Link className="btn btn--line" href={paths.home} ref={isNext ? focusOnArrival : null}>
      Go to the site
    </Link>
  );
}
