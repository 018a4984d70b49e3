import REST from '../styles/rest.css?url';
import WORK from '../styles/work.css?url';

/** The style sheets that a document comes without: what else a visitor may see, and what people who sign in work with. */
export { REST, WORK };

const loading = new Map<string, Promise<void>>();

/** Adds a style sheet to the document, once. */
export function loadStyle(href: string): Promise<void> {
  const found = loading.get(href) ?? add(href);
  loading.set(href, found);
  return found;
}

function add(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading.delete(href);
      reject(new Error(`${href} could not be loaded`));
    };
  });
}
