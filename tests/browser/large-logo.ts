/** A logo with more pixels than the service decodes, and none of them seen: a PNG of one bit a pixel. */

import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [4800, 3600];

export function largeLogo(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([1, 3], 8); // one bit, with a palette
  const rows = Buffer.alloc((WIDTH / 8 + 1) * HEIGHT);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from([255, 255, 255, 230, 20, 60])),
    chunk('tRNS', Buffer.from([0])), // the first colour
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
