import { StorageApiError, StorageClient } from '@supabase/storage-js';
import { services } from '../paths';
import { accessToken } from './client/client';
import { publishableKey } from './client/connection';
import { logFailure, ServiceError } from './client/errors';
import { explain } from './client/explain';
import { NOT_OURS, ownAnswer } from './client/own-answer';
import { type Kept, NotStored, randomName } from './pictures';

const BUCKET = 'artists';
/** The server renames no picture: one with such a name may be kept by browsers for ever. */
const FOR_EVER = '31536000';
const [ENDED, TOO_MANY, BROKEN] = [401, 429, 500];
/** How Supabase begins, before what to do. */
const TERSE = /^The object exceeded the maximum allowed size\. /;

type Sending = {
  kept: Kept;
  /** How much of the request has left. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
};

/**
 * Stores a picture in the folder of an artist; its address. Throws NotStored with a sentence that says what to do, and
 * an AbortError when it was cancelled.
 */
export async function sendPicture(file: Blob, folder: string, sending: Sending): Promise<string> {
  const key = publishableKey();
  const token = await accessToken().catch((error: unknown) => {
    throw notStored(error);
  });
  const headers = { apikey: key, authorization: `Bearer ${token ?? key}` };
  const client = new StorageClient(location.origin + services.storage, headers, watched(sending));
  const pictures = client.from(BUCKET);
  const isWebp = sending.kept === 'as webp' || file.type === 'image/webp';
  const path = `${folder}/${randomName()}.${isWebp ? 'webp' : 'jpg'}`;
  const { data, error } = await pictures.upload(path, file, { cacheControl: FOR_EVER });
  if (data) return pictures.getPublicUrl(data.path).data.publicUrl;
  sending.signal.throwIfAborted();
  logFailure('sending a picture failed', error);
  throw notStored(error);
}

export function notStored(error: unknown): NotStored {
  if (!(error instanceof StorageApiError))
    return new NotStored('The connection was lost, and the picture was not sent. Try again.', true);
  const { code = '', status, message } = error;
  if (status === TOO_MANY)
    return new NotStored('That was a lot of pictures at once. Try again in a minute.', true);
  if (status === ENDED || code === 'InvalidJWT')
    return new NotStored('Your session has ended. Sign in again, then choose it once more.', true);
  if (code === NOT_OURS)
    return new NotStored(explain(new ServiceError(code, message, status)).message, true);
  if (status >= BROKEN || code === 'InternalError')
    return new NotStored('The picture could not be kept just now. Try again in a moment.', true);
  // These the service says in sentences of its own: what is wrong with the picture, and what to do.
  if (code === 'InvalidMimeType' || code === 'EntityTooLarge')
    return new NotStored(`${message.replace(TERSE, '').replace(/\.$/, '')}.`, false);
  return new NotStored('Your account cannot add pictures here.', false);
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' };
  return new Response(request.responseText, { status: request.status, headers });
}

/** A `fetch` that tells how much of the request has left, which browsers only tell of an XMLHttpRequest. */
function watched({ onProgress, signal }: Sending): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(address));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () => resolve(ownAnswer(answerOf(request)));
      request.onerror = () => reject(new TypeError('the request failed'));
      request.onabort = () => reject(signal.reason);
      signal.throwIfAborted();
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}
