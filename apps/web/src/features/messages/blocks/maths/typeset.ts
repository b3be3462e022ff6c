// The one chunk that holds KaTeX, its styles and the URLs of its fonts.
import 'katex/dist/katex.min.css';
import { type KatexOptions, render } from 'katex';
import { checkedSize, limitsOf } from './limits.ts';
import { makeReadable } from './readable.ts';

const options: KatexOptions = {
  throwOnError: true,
  strict: false,
  trust: false,
  // In em: a larger rule is drawn at this width or height.
  maxSize: 20,
  errorColor: 'currentColor',
};
/** KaTeX would use a style attribute for these, which the policy forbids: drawn a little plainer, without a frame. */
const withoutStyles = {
  '\\pmb': '\\boldsymbol{#1}',
  '\\fcolorbox'(context: { consumeArgs(count: number): unknown }) {
    context.consumeArgs(1);
    return '\\colorbox';
  },
};

/**
 * Draws a formula in an element; returns its number of elements. If it cannot be read, or is too much to lay out in
 * one go, throws a sentence and leaves the place as it was.
 */
export function typeset(place: HTMLElement, tex: string, isDisplay: boolean): number {
  const maxExpand = limitsOf(tex);
  if (maxExpand === null) throw new Error('It is too long to be drawn.');
  // Off the page, so that nothing is laid out before it is counted.
  const formula = document.createElement('span');
  // Definitions go into an object for this formula alone: they do not reach others.
  render(tex, formula, { ...options, displayMode: isDisplay, maxExpand, macros: { ...withoutStyles } });
  const elements = checkedSize(formula);
  makeReadable(formula);
  place.replaceChildren(...formula.childNodes);
  return elements;
}
