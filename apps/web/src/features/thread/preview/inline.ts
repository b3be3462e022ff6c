import { classes } from '../../../ui/classes.ts';
import type { Definitions } from '../markdown/block.ts';
import { type Inline, inline } from '../markdown/inline/inline.ts';
import styles from '../markdown/markdown.module.css';
import formula from '../markdown/maths/formula.module.css';
import { sourceOf } from '../markdown/maths/source.ts';
import { type Child, element } from './element.ts';

/** What all of one text's blocks are drawn with. */
export interface Text {
  breaks: boolean;
  definitions: Definitions;
}

/** What `showInline` of inline-view.tsx shows. */
export const drawInline = (markdown: string, text: Text): Child[] =>
  drawParts(inline(markdown, text.definitions, text.breaks), text);

/** A formula as its source, which is what React shows first. */
export function drawFormula(tex: string, isDisplay: boolean): HTMLElement {
  const name = classes(formula.formula, isDisplay && formula.display);
  return element('span', { class: name, dir: 'ltr' }, sourceOf(tex, isDisplay));
}

const drawParts = (parts: readonly Inline[], text: Text): Child[] => parts.map((part) => drawOne(part, text));

const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow' };

function drawOne(part: Inline, text: Text): Child {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
    case 'em':
    case 'del':
      return element(part.kind, {}, ...drawParts(part.children, text));
    case 'code':
      return element('code', { class: styles.inlineCode, dir: 'ltr' }, part.text);
    case 'maths':
      return drawFormula(part.tex, part.isDisplay);
    case 'note':
      return `[^${part.label}]`;
    case 'break':
      return element('br', {});
    case 'link': {
      const { href, title, children } = part;
      return element('a', { href, title, ...elsewhere }, ...drawParts(children, text));
    }
    // No message with one is drawn here.
    case 'image':
      return part.alt;
  }
}
