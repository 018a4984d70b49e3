/** Pictures through the official storage client, unmodified: every call that it has. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { EVERYBODY, OTHER, OWNED } from '../../live/cast';
import { DEMO_PICTURES } from '../../live/repository';
import { type Client, dataOf, everybody, liveSite, visitor } from '../client';

const site = await liveSite();
const clients = await everybody(site);
const photograph = await readFile(join(DEMO_PICTURES, 'night-ferry.webp'));
const other = await readFile(join(DEMO_PICTURES, 'vesna-kole.webp'));

const pictures = (client: Client) => client.storage.from('artists');
/** A program with the secret key: an account may not upload as often in a minute as these tests do. */
const admin = pictures(visitor({ url: site.url, key: site.secret }));
const blob = (content: Uint8Array<ArrayBuffer> = new Uint8Array(photograph)) =>
  new Blob([content], { type: 'image/webp' });
const LASTING = `${OWNED}/0123456789abcdef0123456789abcdef.jpg`;
const SHOWN = `${OWNED}/fedcba9876543210fedcba9876543210.jpg`;
const ONE = `${OWNED}/one.jpg`;

/** What the error says, and the status that it means. */
const refusal = (code: string, statusCode: string) =>
  expect.objectContaining({ __isStorageError: true, code, statusCode, status: 400 });

async function emptied(): Promise<void> {
  const found = dataOf(await admin.listV2({}));
  const names = found.objects.map(({ name }) => name);
  if (names.length) dataOf(await admin.remove(names));
}

beforeEach(emptied);

describe('an upload', () => {
  const form = () => {
    const made = new FormData();
    made.append('', blob());
    return made;
  };
  const stream = () => blob().stream();
  const bodies: readonly [string, () => Blob | File | ArrayBuffer | FormData | ReadableStream][] = [
    ['a Blob', () => blob()],
    ['a File with an odd name', () => new File([blob()], 'Łódź "live"\n.webp')],
    ['bytes', () => new Uint8Array(photograph).buffer],
    ['a form', form],
    ['a stream', stream],
  ];

  test.each(bodies)('of %s is answered as the client expects (M2)', async (_what, body) => {
    const options = {
      contentType: 'image/webp',
      cacheControl: '60',
      metadata: { focus: [0.5, 0.28] },
    };
    const sent = dataOf(await admin.upload(ONE, body(), options));
    expect(sent).toEqual({ path: ONE, id: expect.any(String), fullPath: `artists/${ONE}` });
    const known = dataOf(await admin.info(ONE));
    expect(known).toMatchObject({
      id: sent.id,
      contentType: 'image/jpeg',
      cacheControl: 'max-age=60',
    });
    expect(known).toMatchObject({
      metadata: { focus: [0.5, 0.28] },
      bucketId: 'artists',
      name: ONE,
    });
  });

  test('stores what was decoded and encoded anew, never what was sent (M3)', async () => {
    const hidden = new Blob([photograph, '<script>alert(1)</script>'], { type: 'text/html' });
    dataOf(await admin.upload(ONE, hidden));
    const shown = await fetch(admin.getPublicUrl(ONE).data.publicUrl);
    const content = Buffer.from(await shown.arrayBuffer());
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(content.includes('script')).toBe(false);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  });

  const SENTENCES: readonly [string, string | Uint8Array<ArrayBuffer>, string, string][] = [
    ['HEIC', `\0\0\0\x18ftypheic${'\0'.repeat(99)}`, '415', 'Send it as JPEG.'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', '415', 'SVG'],
    ['a text', 'hello', '415', 'not a picture'],
    ['half a picture', new Uint8Array(photograph.subarray(0, 900)), '415', 'damaged'],
    ['too much', new Uint8Array(11 * 1024 * 1024), '413', 'at most 10 MB'],
  ];

  test.each(SENTENCES)(
    'of %s is refused with what to do (M3)',
    async (_what, content, status, words) => {
      const { data, error } = await admin.upload(ONE, new Blob([content]));
      expect(data).toBeNull();
      expect(error).toMatchObject({ statusCode: status, message: expect.stringContaining(words) });
    },
  );

  test('replaces only when asked to (M2)', async () => {
    dataOf(await admin.upload(ONE, blob()));
    const first = dataOf(await admin.info(ONE));
    expect((await admin.upload(ONE, blob())).error).toEqual(
      refusal('ResourceAlreadyExists', '409'),
    );
    dataOf(await admin.upload(ONE, blob(new Uint8Array(other)), { upsert: true }));
    const second = dataOf(await admin.info(ONE));
    expect(second.etag).not.toBe(first.etag);
    // Trap 46: an update comes without x-upsert, and is one.
    expect(dataOf(await admin.update(ONE, blob())).id).toBe(first.id);
    expect(dataOf(await admin.info(ONE)).etag).toBe(first.etag);
  });

  test('keeps the name that its URL has, and no more of it (M2)', async () => {
    // Trap 48: the URL ends at # and ?, and the client does not notice.
    expect((await admin.upload(`${OWNED}/a#b.jpg`, blob())).error).toEqual(
      refusal('InvalidMimeType', '415'),
    );
    dataOf(await admin.upload(`/${OWNED}//a b.jpg/`, blob()));
    expect(dataOf(await admin.exists(`${OWNED}/a b.jpg`))).toBe(true);
    expect((await admin.upload(`${OWNED}/ä.jpg`, blob())).error).toEqual(
      refusal('InvalidKey', '400'),
    );
    expect((await clients.admin.storage.from('none').upload(ONE, blob())).error).toEqual(
      refusal('NoSuchBucket', '404'),
    );
  });
});

test.each(EVERYBODY)('%s uploads to the own folder or nowhere (M2)', async (who) => {
  for (const artist of [OWNED, OTHER]) {
    const path = `${artist}/${who}.jpg`;
    const { error } = await pictures(clients[who]).upload(path, blob());
    const may = who === 'admin' || (who === 'owner' && artist === OWNED);
    expect(error).toEqual(may ? null : refusal('AccessDenied', '403'));
    expect((await admin.exists(path)).data).toBe(may);
  }
});

test('what is not there is said without throwing (M2)', async () => {
  // Trap 44: the client throws for any other code.
  const { data, error } = await admin.exists(ONE);
  expect(data).toBe(false);
  expect(error).toEqual(refusal('NoSuchKey', '404'));
  expect((await admin.info(ONE)).error).toEqual(refusal('NoSuchKey', '404'));
  expect((await admin.download(ONE)).error).toMatchObject({ status: 400 });
});

test('lists tell files and folders in pages (M2)', async () => {
  for (const name of ['b.jpg', 'a.jpg', 'Ab.jpg'])
    dataOf(await admin.upload(`${OWNED}/${name}`, blob()));
  dataOf(await admin.upload(`${OTHER}/c.jpg`, blob()));
  expect(dataOf(await admin.list()).map(({ name, id }) => [name, id])).toEqual([
    [OWNED, null],
    [OTHER, null],
  ]);
  const options = { sortBy: { column: 'name', order: 'desc' }, limit: 2 };
  const page = dataOf(await admin.list(OWNED, options));
  expect(page.map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg']);
  expect(page[0]).toMatchObject({ metadata: { mimetype: 'image/jpeg', size: expect.any(Number) } });
  const found = dataOf(await admin.list(OWNED, { search: 'a', offset: 1 }));
  expect(found.map(({ name }) => name)).toEqual(['a.jpg']);
  const first = dataOf(await admin.listV2({ prefix: `${OWNED}/`, limit: 2 }));
  expect([first.hasNext, first.objects.length]).toEqual([true, 2]);
  const last = dataOf(
    await admin.listV2({ prefix: `${OWNED}/`, limit: 2, cursor: first.nextCursor ?? '' }),
  );
  expect([last.hasNext, last.objects.map(({ name }) => name)]).toEqual([false, [`${OWNED}/b.jpg`]]);
  const folders = dataOf(await admin.listV2({ with_delimiter: true }));
  expect([folders.folders.map(({ name }) => name), folders.objects]).toEqual([
    [`${OWNED}/`, `${OTHER}/`],
    [],
  ]);
  expect(dataOf(await pictures(clients.owner).list()).map(({ name }) => name)).toEqual([OWNED]);
  expect(dataOf(await pictures(clients.stranger).list(OWNED))).toEqual([]);
});

test('browsers read a picture, a part of it, or save it (M2)', async () => {
  dataOf(await admin.upload(LASTING, blob()));
  const { publicUrl } = admin.getPublicUrl(LASTING).data;
  const whole = await fetch(publicUrl);
  const etag = whole.headers.get('etag') ?? '';
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(publicUrl, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const part = await fetch(publicUrl, { headers: { Range: 'bytes=0-9' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const saved = await fetch(admin.getPublicUrl(LASTING, { download: 'Mara Ö.jpg' }).data.publicUrl);
  expect(saved.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''Mara%20%C3%96.jpg",
  );
  const downloaded = dataOf(await pictures(clients.visitor).download(LASTING));
  expect(downloaded.size).toBe((await whole.arrayBuffer()).byteLength);
  const streamed = dataOf(await admin.download(LASTING).asStream());
  expect((await new Response(streamed).arrayBuffer()).byteLength).toBe(downloaded.size);
});

test('versions are made in what order the client asks (M2)', async () => {
  dataOf(await admin.upload(ONE, blob()));
  const transform = {
    width: 240,
    height: 240,
    resize: 'cover',
    quality: 60,
    format: 'origin',
  } as const;
  const { publicUrl } = admin.getPublicUrl(ONE, { transform, download: true }).data;
  expect(publicUrl).toContain('/render/image/public/');
  const made = await fetch(publicUrl);
  expect([made.status, made.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const narrow = dataOf(await admin.download(ONE, { transform: { width: 240 } }));
  // As browsers do, a program gets WebP by asking for it.
  expect(narrow.type).toBe('image/jpeg');
  const webp = await fetch(publicUrl.replace('&format=origin', ''), {
    headers: { accept: 'image/webp,*/*' },
  });
  expect(webp.headers.get('content-type')).toBe('image/webp');
  expect(webp.headers.get('x-transformations')).toBe(
    'height:240,width:240,resizing_type:fill,quality:60',
  );
  expect(
    (await admin.download(ONE, { transform: { width: 240, quality: 5 } })).error,
  ).toMatchObject({
    status: 400,
  });
});

test('signed links let anybody look, and only look (M2)', async () => {
  dataOf(await admin.upload(ONE, blob()));
  const links = dataOf(await admin.createSignedUrls([ONE, `${OWNED}/none.jpg`], 60));
  expect(links.map(({ error }) => error === null)).toEqual([true, false]);
  const options = { transform: { width: 240 }, download: 'a.webp' };
  const urls = [
    // Trap 49: the client puts its base before what comes.
    dataOf(await admin.createSignedUrl(ONE, 60)).signedUrl,
    dataOf(await admin.createSignedUrl(ONE, 60, options)).signedUrl,
    links[0]?.signedUrl ?? '',
  ];
  for (const url of urls) expect((await fetch(url)).status).toBe(200);
  expect((await fetch(urls[0]?.replace('one.jpg', 'two.jpg') ?? '')).status).toBe(400);
  // Trap 63: a link to look at a picture is none to replace it.
  const token = new URL(urls[0] ?? '').searchParams.get('token') ?? '';
  const { error } = await pictures(clients.visitor).uploadToSignedUrl(ONE, token, blob());
  expect(error).toEqual(refusal('InvalidJWT', '400'));
  expect((await admin.createSignedUrl(`${OWNED}/none.jpg`, 60)).error).toEqual(
    refusal('NoSuchKey', '404'),
  );
});

test('a signed upload needs no account, and is for one name (M2)', async () => {
  const { token, path } = dataOf(await pictures(clients.owner).createSignedUploadUrl(ONE));
  const stranger = pictures(clients.visitor);
  expect((await stranger.uploadToSignedUrl(`${OWNED}/two.jpg`, token, blob())).error).toEqual(
    refusal('InvalidSignature', '400'),
  );
  expect(dataOf(await stranger.uploadToSignedUrl(path, token, blob()))).toEqual({
    path: ONE,
    fullPath: `artists/${ONE}`,
  });
  expect((await stranger.uploadToSignedUrl(path, token, blob())).error).toEqual(
    refusal('ResourceAlreadyExists', '409'),
  );
  const again = dataOf(await admin.createSignedUploadUrl(ONE, { upsert: true }));
  expect((await stranger.uploadToSignedUrl(ONE, again.token, blob())).error).toBeNull();
  expect((await pictures(clients.stranger).createSignedUploadUrl(ONE)).error).toEqual(
    refusal('AccessDenied', '403'),
  );
});

test('pictures are copied, moved and removed (M2)', async () => {
  dataOf(await admin.upload(ONE, blob()));
  const [two, three] = [`${OWNED}/two.jpg`, `${OTHER}/three.jpg`];
  expect(dataOf(await admin.copy(ONE, two))).toEqual({ path: `artists/${two}` });
  expect(dataOf(await admin.move(two, three)).message).toBe('Successfully moved');
  expect((await admin.copy(ONE, three)).error).toEqual(refusal('ResourceAlreadyExists', '409'));
  expect((await admin.move(two, ONE)).error).toEqual(refusal('NoSuchKey', '404'));
  expect((await admin.move(ONE, `${OWNED}/one.png`)).error).toEqual(
    refusal('InvalidMimeType', '415'),
  );
  const { error } = await admin.move(ONE, two, { destinationBucket: 'none' });
  expect(error).toEqual(refusal('NoSuchBucket', '404'));
  // Trap 45: a DELETE with a body.
  const gone = dataOf(await admin.remove([ONE, three, `${OWNED}/none.jpg`]));
  expect(gone.map(({ name }) => name).sort()).toEqual([ONE, three]);
  expect(dataOf(await admin.list())).toEqual([]);
});

test('a picture that an artist shows stays, and any other leaves lists at once (M5)', async () => {
  for (const path of [SHOWN, ONE]) dataOf(await admin.upload(path, blob()));
  const { publicUrl } = admin.getPublicUrl(SHOWN).data;
  const image = `${publicUrl.slice(site.url.length)}#focus=50,28`;
  const owner = clients.owner.from('music_artists');
  expect((await owner.update({ image }).eq('id', OWNED)).error).toBeNull();
  expect(dataOf(await admin.remove([SHOWN, ONE])).map(({ name }) => name)).toEqual([ONE]);
  expect((await admin.exists(ONE)).data).toBe(false);
  expect((await fetch(publicUrl)).status).toBe(200);
  await site.reset();
});

test('there is one bucket, and no other feature (M2)', async () => {
  const { storage } = clients.admin;
  expect(dataOf(await storage.listBuckets()).map(({ id, public: open }) => [id, open])).toEqual([
    ['artists', true],
  ]);
  expect(dataOf(await storage.getBucket('artists')).file_size_limit).toBe(10 * 1024 * 1024);
  expect((await storage.getBucket('none')).error).toEqual(refusal('NoSuchBucket', '404'));
  const refused = [
    await storage.createBucket('new', { public: true }),
    await storage.updateBucket('artists', { public: false }),
    await storage.emptyBucket('artists'),
    await storage.deleteBucket('artists'),
  ];
  for (const { error } of refused) expect(error).toEqual(refusal('AccessDenied', '403'));
  for (const path of ['vector/GetIndex', 'iceberg/bucket', 'cdn/artists/x']) {
    const answer = await fetch(`${site.url}/storage/v1/${path}`, { method: 'POST' });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'FeatureNotEnabled']);
  }
});
