import type { ReactNode } from 'react';
import { Icon } from '../icon';
import { WARNING } from '../icons';

/** A message about what went wrong, next to what the person did. `children` may offer a way to continue. */
export function Alert({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="alert" role="alert">
      <Icon shape={WARNING} />
      <div className="alert__body">
        <span>{message}</span>
        {children}
      </div>
    </div>
  );
}
