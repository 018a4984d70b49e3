/**
 * Browsers that translate a page, and some extensions, put elements of their own in the place of its text. Where a node is
 * not as React left it, React would give up the whole page; it goes on instead. Called once, before React starts. See
 * docs/decisions/0097-pages-that-a-browser-translates-go-on.md.
 */
export function forgiveMoves(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    return parent ? (removeChild.call(parent, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    let place = next;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
