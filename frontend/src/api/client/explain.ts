import type { Refusal } from '../../ui/message/tell-failure';
import { NOT_FOUND } from './connection';
import { NOTHING_WRITTEN, ServiceError, UNANSWERED } from './errors';
import { ANSWERED_BETWEEN, NOT_OURS, UNREACHABLE } from './own-answer';

/** An explanation for the person. */
export type Failure = Refusal & {
  /**
   * `refused`: the message is the service's own words about what was sent, of which nothing was saved. `unanswered`: whether
   * it was saved is not known.
   */
  kind?: 'conflict' | 'session' | 'expired' | 'refused' | 'unanswered';
};

/** Runs a change; null when it worked, otherwise the explanation. */
export async function attempt(work: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return explain(error);
  }
}

export function explain(error: unknown): Failure {
  if (!(error instanceof ServiceError)) return { message: UNREACHABLE };
  const { code, message, status } = error;
  const field = fieldNamed(code, message);
  if (field)
    return {
      field: FIELD_OF_PART[field] ?? field,
      message: FIELD_SENTENCES[code] ?? error.hint ?? 'Check this field.',
    };
  const known = BY_CODE[code];
  if (known) return known;
  if (code === '42501') return status === 401 ? SESSION_ENDED : { message: refused(message) };
  if (TOLD_AS_IT_IS.has(code)) return { kind: 'refused', message };
  if (code === UNANSWERED) return { kind: 'unanswered', message: mayHaveWorked(status, message) };
  if (code === NOT_OURS)
    return { message: status === ANSWERED_BETWEEN ? `${message} ${AGAIN}` : message };
  if (code === '' || status === 0) return { message: UNREACHABLE };
  if (status >= 500)
    return {
      message: 'Something went wrong, and nothing was changed. Try again in a moment.',
    };
  return { kind: 'refused', message: `This was not accepted: ${message}` };
}

/** What was asked for changes nothing, or nothing that a second time would not. */
const AGAIN = 'Nothing is lost: try again in a moment.';

function mayHaveWorked(status: number, message: string): string {
  return status === 0
    ? 'The site could not be reached. This may have worked all the same: look before you try again.'
    : `${message} This may or may not have worked: check before you try again.`;
}

/** Of tables, databases, rights and limits: the sentences are for people. */
const TOLD_AS_IT_IS = new Set(['22023', '25006', 'PT422', 'PT429']);

const SESSION_ENDED: Failure = {
  kind: 'session',
  message: 'Your session has ended, and nothing was changed. Sign in again, then try once more.',
};

/** The service's code for a save of a version that is not the newest. */
export const CONFLICT = 'PT409';

const BY_CODE: Record<string, Failure | undefined> = {
  [CONFLICT]: {
    kind: 'conflict',
    message: 'Someone else saved this while you were editing. Your changes have not been saved.',
  },
  PGRST301: SESSION_ENDED,
  PGRST303: SESSION_ENDED,
  session_not_found: SESSION_ENDED,
  bad_jwt: SESSION_ENDED,
  over_request_rate_limit: { message: 'Too many attempts. Wait a moment, then try again.' },
  [NOT_FOUND]: { message: 'This no longer exists.' },
  [NOTHING_WRITTEN]: {
    message:
      'Nothing was changed. It may have been deleted, or your account is not allowed to change it.',
  },
};

/** Of references and of what is no date at all, about which the columns have no words of their own. */
const FIELD_SENTENCES: Record<string, string | undefined> = {
  '22007': 'Enter a valid date.',
  '22008': 'Enter a valid date.',
  '23503': 'This artist no longer exists. Choose another one.',
};

/** The fields that hold rows of another table. */
const FIELD_OF_PART: Record<string, string | undefined> = { url: 'links', label: 'links' };

/** The fields of rules about more than one column. */
const FIELD_OF_RULE: Record<string, string | undefined> = {
  doors_before_start: 'door_time',
  moved: 'date',
};

/** Finds the column that a refusal is about: constraints are named `<table>_<column>_check`. */
function fieldNamed(code: string, message: string): string | undefined {
  if (code === '23514') {
    const rule = /"music_(?:artists|events|links|settings)_(\w+)_check"/.exec(message)?.[1];
    return rule && (FIELD_OF_RULE[rule] ?? rule);
  }
  if (code === '23502') return /column "(\w+)"/.exec(message)?.[1];
  if (code === '22007' || code === '22008') return 'date';
  return code === '23503' ? 'artist_id' : undefined;
}

function refused(message: string): string {
  const column = /column (\w+)/.exec(message)?.[1];
  const what = column ? `change ${column.replaceAll('_', ' ')}` : 'do this';
  return `Your account is not allowed to ${what}. Nothing was changed.`;
}
