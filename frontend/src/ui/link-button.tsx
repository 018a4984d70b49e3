import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & {
  /** It has a line of its own, as high as a finger needs. */
  isAlone?: boolean;
};

/** A button that looks like a link. */
export function LinkButton({ isAlone, ...rest }: Props) {
  return <button className={isAlone ? 'link link--alone' : 'link'} type="button" {...rest} />;
}
