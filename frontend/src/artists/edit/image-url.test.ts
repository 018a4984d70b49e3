import { expect, test } from 'vitest';
import { absoluteImage, storedImage } from './image-url';

test("the site's own pictures are edited as addresses and stored as paths, and its pages are not", () => {
  const origin = 'https://site.example';
  const stored = '/storage/v1/object/public/media/a.webp';
  const typed = absoluteImage(stored, origin);
  expect(typed).toBe('https://site.example/storage/v1/object/public/media/a.webp');
  expect(storedImage(typed, origin)).toBe(stored);
  expect(storedImage(`${origin}/artist/a`, origin)).toBe(`${origin}/artist/a`);
  expect(storedImage('https://other.example/a.webp', origin)).toBe('https://other.example/a.webp');
});
