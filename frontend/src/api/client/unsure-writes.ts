/** Writes of which nobody knows whether they worked: what is on screen may be old. */

let listener: () => void = () => undefined;

/** Has `reload` called after each of them. */
export function onUnsureWrite(reload: () => void): void {
  listener = reload;
}

export const tellUnsureWrite = (): void => listener();
