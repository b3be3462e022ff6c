import { apart } from '../../markdown/shown-words.ts';
import { folded, matchesIn } from './fold.ts';

/** What is on the page beside a text's own words. */
const beside = 'button, sup, figcaption, svg, [data-tex], [role=img]';
/** The elements whose words are one text; between two of them no search goes across. */
const leaves = 'p, h2, h3, h4, h5, h6, li, th, td, pre, blockquote, div, span[class*=cellLine]';

/** The places in an element where the folded words stand, in the order of reading. Far words only when asked. */
export function rangesIn(element: Element, words: string, withFar: boolean): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  const pieces: string[] = [];
  let length = 0;
  let leaf: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && (node.matches(beside) || (!withFar && node.hasAttribute('data-far')))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const put = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element && node.tagName === 'BR') put(' ');
    if (!(node instanceof Text)) continue;
    const its = node.parentElement?.closest(leaves) ?? null;
    if (leaf !== null && its !== leaf) put(apart);
    leaf = its;
    nodes.push({ node, start: length });
    put(node.data);
  }
  const { text, at } = folded(pieces.join(''));
  return Array.from(matchesIn(text, words), (start) => rangeOf(nodes, at(start), at(start + words.length)));
}

function rangeOf(nodes: readonly { node: Text; start: number }[], start: number, end: number): Range {
  const range = document.createRange();
  const place = (index: number, isEnd: boolean) => {
    const found = nodes[lastUpTo(nodes, isEnd ? index - 1 : index)];
    return found && ([found.node, Math.min(index - found.start, found.node.length)] as const);
  };
  const [from, to] = [place(start, false), place(end, true)];
  if (from) range.setStart(...from);
  if (to) range.setEnd(...to);
  return range;
}

/** The last node that begins there or before, the first if none does: halved, since a letter may be found thousands of times. */
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
