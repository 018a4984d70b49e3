import { useEffect, useEffectEvent } from 'react';

type Does = {
  /** Takes a picture that was pasted or dropped. */
  onFile: (file: File) => void;
  /** A form that is sent meanwhile would be saved without the picture. */
  isOnItsWay: boolean;
  onWait: () => void;
};

/**
 * What the form around a picture's field does for it: pictures are pasted and dropped anywhere in it (beside a field, a
 * browser would open a dropped file in place of the page), and it is not sent while one is on its way.
 */
export function useFormOf(
  box: { readonly current: HTMLFieldSetElement | null },
  { onFile, isOnItsWay, onWait }: Does,
): void {
  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    const [file] = files ?? [];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  const hold = useEffectEvent((event: Event) => {
    if (!isOnItsWay) return;
    event.preventDefault();
    event.stopPropagation();
    onWait();
  });
  useEffect(() => {
    const form = box.current?.form;
    const listeners = new AbortController();
    const { signal } = listeners;
    form?.addEventListener('paste', (event) => take(event, event.clipboardData?.files), { signal });
    form?.addEventListener('drop', (event) => take(event, event.dataTransfer?.files), { signal });
    form?.addEventListener(
      'dragover',
      (event) => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      },
      { signal },
    );
    form?.addEventListener('submit', (event) => hold(event), { signal });
    return () => listeners.abort();
  }, [box]);
}
