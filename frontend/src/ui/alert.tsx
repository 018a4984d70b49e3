import type { ReactNode } from 'react';
import { Icon } from './icon';
import { WARNING } from './icons';

/** What went wrong, next to what was done; `children` may offer a way on. */
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
