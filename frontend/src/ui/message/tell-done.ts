import type { Done } from '../list/done-note';
import { tell } from './tell';

/** Shows what was done, with its Undo, on a page without a list to say it in. */
export function tellDone({ text, undo }: Done): void {
  tell(text, undo && { name: 'Undo', run: undo });
}
