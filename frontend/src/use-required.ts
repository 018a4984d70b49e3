import { type Context, useContext } from 'react';

/** The value of a context that every page provides. Throws where a component is rendered outside of it. */
export function useRequired<T>(context: Context<T | null>): T {
  const value = useContext(context);
  if (value === null) throw new Error('this component needs the contexts of the page around it');
  return value;
}
