import type { ComponentProps } from 'react';
import { Icon } from './icon';
import { Words } from './words';

export type Look = 'primary' | 'line' | 'quiet' | 'danger' | 'danger-fill' | 'tix';

type Props = ComponentProps<'button'> & {
  look: Look;
  /** The path of its drawing. */
  icon?: string;
  isBusy?: boolean;
};

export function Button({ look, icon, isBusy = false, className = '', children, ...rest }: Props) {
  const classes = `btn btn--${look} ${isBusy ? 'is-busy' : ''} ${className}`;
  return (
    <button type="button" disabled={isBusy} {...rest} className={classes.trim()}>
      {icon && !isBusy && <Icon shape={icon} />}
      <Words>{children}</Words>
    </button>
  );
}
