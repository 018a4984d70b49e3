/** How a picture is stored: only WebP keeps what is transparent, and it takes the most memory to make. */
export type Kept = 'as it is' | 'as webp';

/** The folder of an artist's pictures: the id, or a digest of one with letters that no folder can have. */
export async function folderOf(artistId: string): Promise<string> {
  if (/^[a-z0-9-]{1,120}$/.test(artistId)) return artistId;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(artistId));
  return `u-${hex(new Uint8Array(digest).slice(0, 16))}`;
}

/** A folder of its own for the picture of an artist who is still to be added, or for the site's logo. */
export function folderOfItsOwn(): string {
  return `new-${randomName()}`;
}

/** Why a picture was not stored, in words for the person who sent it. */
export class NotStored extends Error {
  /** Whether the same picture may be taken the next time. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}

/** The name of a file that nobody guesses and no other has. */
export function randomName(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
