import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Alert } from '../ui/message/alert';
import { useOpenPanel } from '../ui/open-panel';
import { useSession } from './session/session';

type Props = { kind?: string | undefined; message: string; children?: ReactNode };

/** Why a form was not sent. That the session had ended is told until somebody has signed in. */
export function FormRefusal({ kind, message, children }: Props) {
  const { user } = useSession();
  const openPanel = useOpenPanel();
  if (kind !== 'session') return <Alert message={message}>{children}</Alert>;
  if (user) return null;
  return (
    <Alert message={message}>
      <Button look="line" onClick={() => openPanel('')}>
        Sign in
      </Button>
    </Alert>
  );
}
