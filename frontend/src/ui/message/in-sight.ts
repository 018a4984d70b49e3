/** Whether an element is on the page, and in no section that gave way to another. A dialog that is covered comes back. */
export function isInSight(element: Element | null): boolean {
  return element !== null && !element.closest('[hidden]:not(dialog)');
}

/** Where a message reaches the person: in the dialog on top, outside which everything is out of reach. */
export function openDialog(): Element | undefined {
  return [...document.querySelectorAll('dialog:modal:not([hidden])')].at(-1);
}
