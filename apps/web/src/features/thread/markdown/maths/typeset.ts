// The one chunk that holds KaTeX, its styles and the addresses of its fonts.
import 'katex/dist/katex.min.css';
import { type KatexOptions, render } from 'katex';
import { limitsOf } from './limits.ts';

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

/** Draws a formula in an element. What cannot be read is thrown as a sentence, and leaves the element empty. */
export function typeset(place: HTMLElement, tex: string, isDisplay: boolean): void {
  const maxExpand = limitsOf(tex);
  if (maxExpand === null) throw new Error('It is too long to be drawn.');
  // A definition is made in an object of this one formula: it reaches no other.
  render(tex, place, { ...options, displayMode: isDisplay, maxExpand, macros: { ...withoutStyles } });
}
