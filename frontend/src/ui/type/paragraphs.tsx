/** A text that a person wrote, by its blank lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean);
}

export function Paragraphs({ text, className }: { text: string; className: string }) {
  return paragraphsOf(text).map((paragraph, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, such as '* * *'
    <p className={className} dir="auto" key={place}>
      {paragraph}
    </p>
  ));
}
