/** The id of the message that an element of a row belongs to. */
export function rowOf(element: Element): string {
  return element.closest<HTMLElement>('[data-message]')?.dataset.message ?? '';
}

/** The messages that must stay on the page: the one with the focus, and those where a selection begins and ends. */
export function heldRows(list: Element): string[] {
  const selection = getSelection();
  const ends = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : [];
  const held = [document.activeElement, ...ends].map((node) =>
    node && list.contains(node) ? rowOf(node instanceof Element ? node : (node.parentElement ?? list)) : '',
  );
  return [...new Set(held)].filter((id) => id !== '');
}
