import { useEffect, useEffectEvent, useRef } from 'react';

type Does = {
  /** Takes a picture that was pasted or dropped. */
  onFile: (file: File) => void;
  /** A form that is sent meanwhile would be saved without the picture. */
  isOnItsWay: boolean;
  onWait: () => void;
  /** A form that is sent meanwhile goes on its way once the picture has been seen, and stays if it cannot be had. */
  isBeingChecked: boolean;
  isBroken: boolean;
};

/**
 * What the form around a picture's field does for it: pictures are pasted and dropped anywhere in it (beside a field, a
 * browser would open a dropped file in place of the page), and it is not sent while one is on its way.
 */
export function useFormOf(
  box: { readonly current: HTMLFieldSetElement | null },
  { onFile, isOnItsWay, onWait, isBeingChecked, isBroken }: Does,
): void {
  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    const [file] = files ?? [];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  const isHeld = useRef(false);
  const hold = useEffectEvent((event: Event) => {
    if (!isOnItsWay && !isBeingChecked) return;
    event.preventDefault();
    event.stopPropagation();
    onWait();
    isHeld.current = !isOnItsWay;
  });
  useEffect(() => {
    if (isBeingChecked || !isHeld.current) return;
    isHeld.current = false;
    if (!isBroken) box.current?.form?.requestSubmit();
    else box.current?.querySelector<HTMLElement>('input[type="url"]')?.focus();
  }, [box, isBeingChecked, isBroken]);
  useEffect(() => {
    const form = box.current?.form;
    const listeners = new AbortController();
    const { signal } = listeners;
    form?.addEventListener('paste', (event) => take(event, filesPasted(event.clipboardData)), {
      signal,
    });
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

type Pasted = Pick<DataTransfer, 'types' | 'files'>;

/** Word and spreadsheets put a picture of a text beside it. Copied files have no HTML, and copied pictures no plain text. */
export function filesPasted(pasted: Pasted | null): FileList | undefined {
  const isText = ['text/plain', 'text/html'].every((type) => pasted?.types.includes(type));
  return isText ? undefined : pasted?.files;
}
