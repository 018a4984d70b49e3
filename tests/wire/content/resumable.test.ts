/** Pictures in pieces, through the client that Supabase's documents name (tus-js-client), unmodified. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, expect, test } from 'vitest';
import { OWNED } from '../../live/cast';
import { DEMO_PICTURES } from '../../live/repository';
import { dataOf, liveSite, signedIn } from '../client';

const site = await liveSite();
const owner = await signedIn(site, 'owner');
const pictures = owner.storage.from('artists');
const { access_token: token } = dataOf(await owner.auth.getSession()).session ?? {};
const photograph = await readFile(join(DEMO_PICTURES, 'night-ferry.webp'));
const ONE = `${OWNED}/one.webp`;

const OPTIONS: UploadOptions = {
  endpoint: `${site.url}/storage/v1/upload/resumable`,
  headers: { authorization: `Bearer ${token}` },
  uploadDataDuringCreation: true,
  chunkSize: 4000,
  retryDelays: [0, 10, 50],
  metadata: {
    bucketName: 'artists',
    objectName: ONE,
    contentType: 'image/webp',
    cacheControl: '60',
    metadata: JSON.stringify({ by: 'Ines' }),
  },
};

afterEach(async () => {
  dataOf(await pictures.remove([ONE]));
});

/** The upload, when it is done. Rejects with what the client says of a refusal. */
function sent(options: Partial<UploadOptions> = {}): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(photograph, {
      ...OPTIONS,
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload),
    });
    upload.start();
  });
}

/** Where an upload is of which only the first piece was sent; it may be ended for good. */
function begun({ ends = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(photograph, {
      ...OPTIONS,
      onError: reject,
      onChunkComplete: async () => {
        await upload.abort(ends);
        resolve(upload.url ?? '');
      },
    });
    upload.start();
  });
}

test('a picture in pieces is stored as one that comes whole (M2)', async () => {
  await sent();
  const known = dataOf(await pictures.info(ONE));
  expect(known).toMatchObject({ contentType: 'image/webp', cacheControl: 'max-age=60' });
  expect(known.metadata).toEqual({ by: 'Ines' });
});

test('an upload that was interrupted goes on where it was (M2)', async () => {
  const uploadUrl = await begun();
  expect((await pictures.exists(ONE)).data).toBe(false);
  const accepted: number[] = [];
  await sent({ uploadUrl, onChunkComplete: (_size, bytes) => accepted.push(bytes) });
  expect(accepted[0]).toBeGreaterThan(4000);
  expect((await pictures.exists(ONE)).data).toBe(true);
});

test('a link to upload gives its right to pieces too (M2)', async () => {
  const signed = dataOf(await pictures.createSignedUploadUrl(ONE));
  const endpoint = `${OPTIONS.endpoint}/sign`;
  await sent({ endpoint, headers: { 'x-signature': signed.token } });
  expect((await pictures.exists(ONE)).data).toBe(true);
});

test('what may not be uploaded is refused with the status that is meant (M2)', async () => {
  const foreign = { ...OPTIONS.metadata, objectName: 'night-ferry/one.webp' };
  const error = await sent({ metadata: foreign }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DetailedError);
  expect((error as DetailedError).originalResponse?.getStatus()).toBe(403);
});

test('an upload can be ended (M2)', async () => {
  const headers = { ...OPTIONS.headers, 'tus-resumable': '1.0.0' };
  const ended = await begun({ ends: true });
  expect((await fetch(ended, { method: 'HEAD', headers })).status).toBe(404);
});
