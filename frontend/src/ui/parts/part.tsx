import type { ReactNode } from 'react';
import { Button } from '../button';
import { Alert } from '../message/alert';
import { ErrorBoundary } from './error-boundary';

/**
 * A part of a page that may fail by itself: the others go on, and it can be tried again. What was typed into its forms is
 * kept beside them (decision 47).
 */
export function Part({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(tryAgain) => (
        <div className="wrap">
          <Alert message={FAULT}>
            <Button look="line" onClick={tryAgain}>
              Try again
            </Button>
          </Alert>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

const FAULT =
  'Something went wrong in this part of the page. What you typed is kept, and the rest of the page goes on working.';
