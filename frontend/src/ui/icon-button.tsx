import type { ComponentProps } from 'react';
import { Icon } from './icon';
import { CLOSE } from './icons';

type Props = ComponentProps<'button'> & {
  'aria-label': string;
  /** The path of its drawing. */
  icon: string;
};

/** A button that is only a drawing. */
export function IconButton({ icon, ...rest }: Props) {
  return (
    <button type="button" className="iconbtn" {...rest}>
      <Icon shape={icon} />
    </button>
  );
}

export function CloseButton({ name = 'Close', onClose }: { name?: string; onClose: () => void }) {
  return <IconButton icon={CLOSE} aria-label={name} onClick={onClose} />;
}
