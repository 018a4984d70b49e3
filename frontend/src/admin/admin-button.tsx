import type { Ref } from 'react';
import { Icon } from '../ui/icon';
import { ADMIN } from '../ui/icons';

type Props = { ref: Ref<HTMLButtonElement>; onOpen: () => void; onApproach: () => void };

export function AdminButton({ ref, onOpen, onApproach }: Props) {
  return (
    <button
      ref={ref}
      className="admin-btn needs-script"
      type="button"
      aria-label="Admin panel"
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <Icon shape={ADMIN} />
      <span aria-hidden="true">Admin</span>
    </button>
  );
}
