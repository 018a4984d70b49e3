import type { Done } from '../list/done-note';
import { openDialog } from './in-sight';
import { tell } from './tell';

/** Shows what was done, with its Undo, where there is no list to say it in. */
export function tellDone({ text, undo }: Done): void {
  tell(text, undo && { name: 'Undo', run: undo }, openDialog());
}
