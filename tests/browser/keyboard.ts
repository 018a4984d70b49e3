import type { Page } from './fixtures';

/** A person who uses only the keyboard: letters, and control keys (with their modifiers one each), which are counted. */
export class Keyboard {
  keys = 0;

  constructor(private readonly page: Page) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.page.keyboard.press(key);
    }
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

/** '2027-02-06' as it is typed into a date field. */
export function typedDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return month + day + year;
}
