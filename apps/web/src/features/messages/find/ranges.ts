import { textSeparator } from '@polylogue/markdown/visible-text';
import { extendFolded, type FoldedSoFar, matchesIn } from './fold.ts';

/** What is on the page besides a text's own words. */
const excluded = 'button, figcaption, svg, [role=img], [role=doc-backlink], [role=doc-noteref]';
/** A formula is searched by its source, drawn or not, and is highlighted as a whole. */
const formula = 'data-tex';
/** Elements whose words are one text; a match never spans two of them. */
const leaves = 'p, h2, h3, h4, h5, h6, li, th, td, pre, blockquote, div, span[class*=cellLine]';

/** Line ends that are not text: a run of code starts with the line after one. */
const newLine = 'br, pre [data-start]:not([data-start="0"])';

/** The folded text of each node: a page is searched again and again while one of its texts grows. */
const known = new WeakMap<Node, FoldedSoFar>();

function foldedOf(node: Node, text: string): FoldedSoFar {
  const now = extendFolded(known.get(node) ?? null, text);
  known.set(node, now);
  return now;
}

interface Piece {
  /** A text node, or a formula's element. */
  node: Text | Element;
  start: number;
  folded: FoldedSoFar;
}

/** Where folded words are found in an element, in reading order. With words far from the screen only on request. */
export function rangesIn(element: Element, sought: readonly string[], withFar: boolean): Range[] {
  const found: Piece[] = [];
  const pieces: string[] = [];
  let length = 0;
  let leaf: Element | null = null;
  const isLeftOut = (node: Node) =>
    (node.parentNode instanceof Element && node.parentNode.hasAttribute(formula)) ||
    (node instanceof Element && (node.matches(excluded) || (!withFar && node.hasAttribute('data-far'))));
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    isLeftOut(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const append = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element && node.matches(newLine)) append(' ');
    const tex = node instanceof HTMLElement ? node.dataset.tex : undefined;
    if (!(node instanceof Text) && tex === undefined) continue;
    const its = node.parentElement?.closest(leaves) ?? null;
    if (leaf !== null && its !== leaf) append(textSeparator);
    leaf = its;
    const folded = foldedOf(node, tex ?? (node as Text).data);
    found.push({ node: node as Text | Element, start: length, folded });
    append(folded.text);
  }
  return Array.from(matchesIn(pieces.join(''), sought), ([start, end]) => rangeOf(found, start, end));
}

function rangeOf(pieces: readonly Piece[], start: number, end: number): Range {
  const range = document.createRange();
  const first = pieces[lastUpTo(pieces, start)];
  const last = pieces[lastUpTo(pieces, end - 1)];
  if (first?.node instanceof Text) range.setStart(first.node, placeIn(first, start));
  else if (first) range.setStartBefore(first.node);
  if (last?.node instanceof Text) range.setEnd(last.node, placeIn(last, end));
  else if (last) range.setEndAfter(last.node);
  return range;
}

const placeIn = ({ start, folded }: Piece, index: number) =>
  Math.min(folded.at(Math.min(index - start, folded.text.length)), folded.of.length);

/** The last node that starts there or earlier, else the first: a binary search, since a letter may match thousands of times. */
function lastUpTo(nodes: readonly { start: number }[], index: number): number {
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((nodes[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
