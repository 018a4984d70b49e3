/**
 * Finds text that stands beside something else without an element of its own, and fails when there is any. A browser that
 * translates a page replaces text nodes, and React would later look for them in vain. See
 * docs/decisions/0097-pages-that-a-browser-translates-go-on.md.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/** Names of what is always elements, besides variables that are declared as a ReactNode or begin with an element. */
const ELEMENTS = ['content', 'createPortal', 'map', 'render', 'tagOf', 'unchanged'];
const DECLARED = /(\w+)\??: ReactNode\b|const (\w+) = (?:[\w.]+ && )*\(?\s*</g;

const isElement = ({ type }) => type === 'JSXElement' || type === 'JSXFragment';

/** Whether it is nothing, or elements, whatever the conditions in it say. */
function isNoText(node, elements) {
  if (isElement(node)) return true;
  if (node.type === 'Literal') return isBlank(node) || node.value === null;
  if (node.type === 'ConditionalExpression')
    return isNoText(node.consequent, elements) && isNoText(node.alternate, elements);
  if (node.type === 'LogicalExpression') return isNoText(node.right, elements);
  return elements.has(nameOf(node));
}

/** Of a variable, or of the function or method that is called. */
const nameOf = ({ name, callee, expression }) =>
  name ?? callee?.name ?? callee?.property?.name ?? (expression && nameOf(expression));
const shownBy = (child) => (child.type === 'JSXExpressionContainer' ? child.expression : child);
const isBlank = ({ type, value }) =>
  type === 'JSXEmptyExpression' ||
  ((type === 'JSXText' || type === 'Literal') && String(value).trim() === '');
const isFixed = (node) => ['JSXText', 'Literal', 'JSXElement'].includes(node.type);

/** Fixed words may stand beside elements that are always there: nothing of them ever moves alone. */
function standsAlone(node, elements) {
  const parts = node.children.map(shownBy).filter((part) => !isBlank(part));
  if (parts.length < 2 || parts.every(isFixed)) return true;
  return parts.every((part) => isNoText(part, elements)) || isLeftAlone(node);
}

/** Browsers leave it as it is. */
function isLeftAlone({ openingElement }) {
  return openingElement?.attributes.some(
    ({ name, value }) => name?.name === 'translate' && value?.value === 'no',
  );
}

function offences(path) {
  const source = readFileSync(path, 'utf8');
  const declared = [...source.matchAll(DECLARED)].map(([, slot, part]) => slot ?? part);
  const elements = new Set([...ELEMENTS, ...declared]);
  const found = [];
  const look = (node) => {
    if (!standsAlone(node, elements))
      found.push(`${path}:${source.slice(0, node.start).split('\n').length}`);
  };
  const { program } = parseSync(path, source, { preserveParens: false });
  new Visitor({ JSXElement: look, JSXFragment: look }).visit(program);
  return found;
}

const components = readdirSync('frontend/src', { recursive: true })
  .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
  .map((name) => `frontend/src/${name}`);
const found = components.flatMap(offences);
if (found.length > 0) {
  console.error(
    `Text beside something that may change needs an element of its own:\n${found.join('\n')}`,
  );
  process.exit(1);
}
