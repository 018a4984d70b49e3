import { loadStyle } from './styles';

/**
 * Takes the place of the build tool's own helper, which knows more browsers than we serve: the style sheets of a later
 * part are there before it runs.
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(
    files.filter((file) => file.endsWith('.css')).map((file) => loadStyle(`/${file}`)),
  );
  return load();
}
