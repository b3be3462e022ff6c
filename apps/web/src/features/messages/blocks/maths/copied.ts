import type { ClipboardEvent } from 'react';

const block = 'p, li, ul, ol, h2, h3, h4, h5, h6, div, section, blockquote, figure, figcaption, pre, tr';

/** Copies a selection with the source of formulas, which can be edited and pasted elsewhere. */
export function copySources(event: ClipboardEvent): void {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return;
  const range = selection.getRangeAt(0).cloneRange();
  const [first, last] = [range.startContainer, range.endContainer].map(formulaAround);
  // A formula is copied whole or not at all.
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement('div');
  copied.append(range.cloneContents());
  const formulas = copied.querySelectorAll<HTMLElement>('[data-tex]');
  if (formulas.length === 0) return;
  // A run of code starts on a line of its own, without a line end in its text.
  for (const run of copied.querySelectorAll('pre [data-start]:not([data-start="0"])')) run.prepend('\n');
  for (const header of copied.querySelectorAll('[data-code] > figcaption')) header.remove();
  for (const formula of formulas) formula.replaceChildren(formula.dataset.tex ?? '');
  event.clipboardData.setData('text/plain', textOf(copied).trim());
  event.clipboardData.setData('text/html', copied.innerHTML);
  event.preventDefault();
}

const formulaAround = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest('[data-tex]');

/** An element's text line by line. The element is not on the page, so it has no layout to go by. */
function textOf(element: Element): string {
  let text = '';
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) text += child.textContent;
    else if (child.matches('br')) text += '\n';
    else if (child.matches(block)) text = `${withEnd(text)}${withEnd(textOf(child))}`;
    else text += textOf(child) + (child.matches('td, th') ? '\t' : '');
    if (child instanceof Element && child.matches('p')) text += '\n';
  }
  return text;
}

const withEnd = (words: string) => (words === '' || words.endsWith('\n') ? words : `${words}\n`);
