import type { ReactNode } from 'react';

/** `children`, as an element of its own where it is text: for text that stands beside something that comes and goes. */
export function Words({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <span>{children}</span> : children;
}
