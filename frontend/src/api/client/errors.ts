/** What is logged to the console when an operation fails (docs/features.md, D9). */
export type FailedOperation =
  | 'checking authorization failed'
  | 'fetching the artist failed'
  | 'fetching the event failed'
  | 'fetching events failed'
  | 'fetching artists failed'
  | 'updating the artist failed'
  | 'adding an artist failed'
  | 'deleting an artist failed'
  | 'adding an event failed'
  | 'updating the event failed'
  | 'deleting an event failed'
  | 'resetting the featured flag failed'
  | 'setting the featured artist failed'
  | 'fetching sessions failed'
  | 'ending a session failed'
  | 'reading a table failed'
  | 'importing a table failed'
  | 'exporting failed'
  | 'fetching changes failed'
  | 'fetching people failed'
  | 'changing a person failed'
  | 'removing a person failed'
  | 'inviting failed'
  | 'withdrawing an invitation failed'
  | 'undoing a change failed'
  | 'fetching the settings failed'
  | 'saving the settings failed'
  | 'sending a picture failed';

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  readonly status: number;
  /** What to do, in the service's words. */
  readonly hint: string | null | undefined;

  /** What a program is told beside the message. */
  readonly details: string;

  constructor(code: string, message: string, status: number, hint?: string | null, details = '') {
    super(message);
    this.code = code;
    this.status = status;
    this.hint = hint;
    this.details = details;
  }
}

/** Our own code for a write that was answered, but touched no row. */
export const NOTHING_WRITTEN = 'nothing_written';

/** Our own code for a write that was sent and not answered, or not by the site. */
export const UNANSWERED = 'unanswered';

export function logFailure(operation: FailedOperation, error: unknown): void {
  console.error(operation, error);
}
