import { useState } from 'react';
import { Button } from '../../ui/button';
import { SHARE } from '../../ui/icons';

type Props = { title: string; text: string; url: string };

/** Opens the browser's share sheet; where there is none, copies the address and says so. */
export function Share(data: Props) {
  const [outcome, setOutcome] = useState('');

  async function share(): Promise<void> {
    setOutcome('');
    try {
      if (hasSheet()) await navigator.share(data);
      else {
        await navigator.clipboard.writeText(data.url);
        setOutcome('Copied.');
      }
    } catch (error) {
      // Whoever closes the sheet has not failed.
      const isClosed = error instanceof Error && error.name === 'AbortError';
      if (!isClosed) setOutcome(`Copy this address: ${data.url}`);
    }
  }

  return (
    <>
      <Button look="line" icon={SHARE} className="needs-script" onClick={() => void share()}>
        Share
      </Button>
      <p className="gig__told" role="status">
        {outcome}
      </p>
    </>
  );
}

/** Not every browser has one, whatever its types say. */
function hasSheet(): boolean {
  return 'share' in navigator;
}
