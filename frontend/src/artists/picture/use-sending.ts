import { useEffect, useRef, useState } from 'react';
import { type Kept, NotStored } from '../../api/pictures';
import { type Prepared, prepare, Unusable } from './prepare';

/** What becomes of a file that was chosen. */
type Sending =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'sending'; picture: Prepared; sent: number; total: number }
  | { step: 'refused'; message: string }
  | { step: 'failed'; message: string; file: File };

/** Sends files to a folder, where they are kept so: one at a time, and the last one chosen counts. `onStored` gets the address. */
export function useSending(
  folder: () => string | Promise<string>,
  kept: Kept,
  onStored: (address: string, picture: Prepared) => void,
) {
  const [sending, setSending] = useState<Sending>({ step: 'none' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: Sending) => signal.aborted || setSending(next);
    try {
      show({ step: 'reading' });
      // The storage client comes with the first picture that is sent.
      const [{ sendPicture }, picture] = await Promise.all([
        import('../../api/storage'),
        prepare(file),
      ]);
      const onProgress = (sent: number, total: number) =>
        show({ step: 'sending', picture, sent, total });
      onProgress(0, picture.file.size);
      const sent = { kept, onProgress, signal };
      signal.throwIfAborted();
      const address = await sendPicture(picture.file, await folder(), sent);
      if (signal.aborted) return;
      onStored(address, picture);
      show({ step: 'none' });
    } catch (error) {
      show(outcomeOf(error, file));
    }
  }

  function cancel(): void {
    running.current?.abort();
    setSending({ step: 'none' });
  }

  return { sending, send, cancel };
}

function outcomeOf(error: unknown, file: File): Sending {
  if (error instanceof Unusable || (error instanceof NotStored && !error.isPassing))
    return { step: 'refused', message: error.message };
  const message =
    error instanceof NotStored ? error.message : 'The picture could not be sent. Try again.';
  return { step: 'failed', message, file };
}
