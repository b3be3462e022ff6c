// The one chunk that holds KaTeX, its styles and the addresses of its fonts.
import 'katex/dist/katex.min.css';
import { type KatexOptions, render } from 'katex';
import { limitsOf, weighed } from './limits.ts';
import { makeReadable } from './readable.ts';

const options: KatexOptions = {
  throwOnError: true,
  strict: false,
  trust: false,
  // In em: a rule wider or higher than this is drawn so wide or high.
  maxSize: 20,
  errorColor: 'currentColor',
};
/** What KaTeX would give a style attribute, which the policy refuses, is drawn a little plainer: here without a frame. */
const withoutStyles = {
  '\\pmb': '\\boldsymbol{#1}',
  '\\fcolorbox'(context: { consumeArgs(count: number): unknown }) {
    context.consumeArgs(1);
    return '\\colorbox';
  },
};

/**
 * Draws a formula in an element; answers of how many elements it is. What cannot be read, or is too much to be laid
 * out in one go, is thrown as a sentence, and the place stays as it was.
 */
export function typeset(place: HTMLElement, tex: string, isDisplay: boolean): number {
  const maxExpand = limitsOf(tex);
  if (maxExpand === null) throw new Error('It is too long to be drawn.');
  // Beside the page: whatever is made of it costs no layout before it was weighed.
  const formula = document.createElement('span');
  // A definition is made in an object of this one formula: it reaches no other.
  render(tex, formula, { ...options, displayMode: isDisplay, maxExpand, macros: { ...withoutStyles } });
  const elements = weighed(formula);
  makeReadable(formula);
  place.replaceChildren(...formula.childNodes);
  return elements;
}
