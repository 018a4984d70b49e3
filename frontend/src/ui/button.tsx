import type { ComponentProps, MouseEvent } from 'react';
import { Icon } from './icon';
import { Words } from './words';

export type Look = 'primary' | 'line' | 'quiet' | 'danger' | 'danger-fill' | 'tix';

type Props = ComponentProps<'button'> & {
  look: Look;
  /** The path of its drawing. */
  icon?: string;
  isBusy?: boolean;
  /** It waits for something else that is being done. */
  isHeld?: boolean;
};

/** While it cannot be pressed it keeps the focus, which would fall out of the dialog or form from a disabled one. */
export function Button(props: Props) {
  const { look, icon, isBusy = false, isHeld = isBusy, className = '', children, ...rest } = props;
  const classes = `btn btn--${look} ${isBusy ? 'is-busy' : ''} ${className}`;
  return (
    <button
      type="button"
      {...rest}
      {...(isHeld && { 'aria-disabled': true, onClick: ignore })}
      className={classes.trim()}
    >
      {icon && !isBusy && <Icon shape={icon} />}
      <Words>{children}</Words>
    </button>
  );
}

/** A button that submits does not, and neither does Enter in a field of its form. */
const ignore = (event: MouseEvent) => event.preventDefault();
