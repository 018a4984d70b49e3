import { useEffect, useEffectEvent, useState } from 'react';
import type { Kept } from '../../api/pictures';
import { isWebAddress } from '../../paths';
import type { Prepared } from './prepare';
import { useSending } from './use-sending';

/**
 * The picture of a form while it is chosen: what is sent of it, what is told of that, and whether the one at `address`
 * can be shown. `folder` says where it goes to, and `onStored` gets the address that it has then.
 */
export function usePicture(
  address: string,
  folder: () => string | Promise<string>,
  onStored: (address: string) => void,
  kept: Kept = 'as it is',
) {
  const [told, setTold] = useState('');
  const [broken, setBroken] = useState('');
  // What the form began with was shown before: nothing waits for it.
  const [good, setGood] = useState(address);
  const { sending, send, cancel } = useSending(
    folder,
    kept,
    (stored, { width, height }: Prepared) => {
      onStored(stored);
      setTold(`Picture sent: ${width} × ${height}.`);
    },
  );
  const isBroken = broken !== '' && broken === address;
  const isShown = sending.step !== 'sending' && isWebAddress(address) && !isBroken;
  const isBeingChecked = isShown && good !== address;
  const isOnItsWay = sending.step === 'reading' || sending.step === 'sending';
  const seen = () => setTold((now) => (now === LOOK ? '' : now));
  const giveUp = useEffectEvent((failed: string) => {
    setBroken(failed);
    seen();
  });
  useEffect(() => {
    if (!isBeingChecked) return;
    const end = setTimeout(() => giveUp(address), LONGEST_LOOK_MS);
    return () => clearTimeout(end);
  }, [isBeingChecked, address]);
  return {
    sending,
    told: told === WAIT && !isOnItsWay ? '' : told,
    isBroken,
    isShown,
    /** Whether it can be loaded is known in a moment. */
    isBeingChecked,
    isOnItsWay,
    onFile: (file: File) => {
      setTold('');
      void send(file);
    },
    stop: () => {
      setTold('');
      cancel();
    },
    onWait: () => setTold(isOnItsWay ? WAIT : LOOK),
    onFailure: () => {
      setBroken(address);
      seen();
    },
    onLoad: () => {
      setBroken('');
      setGood(address);
      seen();
    },
  };
}

export type PictureState = ReturnType<typeof usePicture>;

/** Some servers take a connection and never answer. */
const LONGEST_LOOK_MS = 30_000;

const LOOK = 'Loading the picture. The form is sent once it is here.';
const WAIT = 'The picture is still on its way. Save when it has arrived, or cancel sending.';
