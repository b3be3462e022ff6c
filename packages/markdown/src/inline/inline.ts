import type { Definitions } from '../block.ts';
import { mayHoldMaths } from '../maths/span.ts';
import { hostOfImage, safeHref } from './href.ts';
import type { Linked, Piece } from './piece.ts';
import { scan } from './scan.ts';

/** The closed set of inline nodes. There is no HTML: what looks like HTML is text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'maths'; tex: string; isDisplay: boolean }
  | { kind: 'note'; label: string }
  | { kind: 'break' }
  | { kind: 'link'; href: string; title: string | undefined; children: Inline[] }
  | { kind: 'image'; src: string; host: string; alt: string };

/** Emphasis inside emphasis deeper than this is shown as its characters. */
const deepest = 50;

/** A text without any of these is plain, like most list items and table cells. */
const special = /[\\`*_~[<&\n@]|:\/\/|www\./i;

/** Whether a text has no markup. */
export const isPlainText = (text: string): boolean => !special.test(text) && !mayHoldMaths(text);

/** Reads inline markdown. With `breaks` a single newline is a line break. */
export function parseInline(text: string, definitions: Definitions, breaks: boolean): Inline[] {
  if (isPlainText(text)) return [{ kind: 'text', text }];
  return safe(scan(text, definitions, breaks), text, 0);
}

/** What may be shown of it: links to the web, and nesting no deeper than is readable. */
function safe(pieces: readonly Piece[], text: string, depth: number): Inline[] {
  const found: Inline[] = [];
  for (const piece of pieces) {
    const next = safeOne(piece, text, depth);
    const last = found.at(-1);
    // Adjacent texts are merged, so that the page holds one node for them.
    if (next.kind === 'text' && last?.kind === 'text') last.text += next.text;
    else found.push(next);
  }
  return found;
}

function safeOne(piece: Piece, text: string, depth: number): Inline {
  switch (piece.kind) {
    case 'text':
    case 'code':
      return { kind: piece.kind, text: piece.text };
    case 'break':
      return { kind: 'break' };
    case 'maths':
      return { kind: 'maths', tex: piece.tex, isDisplay: piece.isDisplay };
    case 'note':
      return { kind: 'note', label: piece.label };
    case 'strong':
    case 'em':
    case 'del':
      if (depth >= deepest) return sourceOf(piece, text);
      return { kind: piece.kind, children: safe(piece.children, text, depth + 1) };
    case 'link':
      return link(piece, text, depth);
    case 'image':
      return image(piece, text, depth);
  }
}

const sourceOf = ({ start, end }: { start: number; end: number }, text: string): Inline => ({
  kind: 'text',
  text: text.slice(start, end),
});

function link(piece: Linked, text: string, depth: number): Inline {
  const href = depth >= deepest ? null : safeHref(piece.target);
  if (href === null) return sourceOf(piece, text);
  return {
    kind: 'link',
    href,
    title: piece.title,
    children: withoutLinks(safe(piece.children, text, depth + 1)),
  };
}

/** A link cannot contain another, and a footnote's number and the card of an image are links. */
function withoutLinks(parts: readonly Inline[]): Inline[] {
  return parts.flatMap((part): Inline[] => {
    switch (part.kind) {
      case 'note':
        return [{ kind: 'text', text: `[^${part.label}]` }];
      case 'link':
        return part.children;
      case 'image':
        return [{ kind: 'text', text: part.alt || part.host }];
      case 'strong':
      case 'em':
      case 'del':
        return [{ ...part, children: withoutLinks(part.children) }];
      default:
        return [part];
    }
  });
}

function image(piece: Linked, text: string, depth: number): Inline {
  const src = depth >= deepest ? null : safeHref(piece.target);
  const host = src === null ? '' : hostOfImage(src);
  // A mail address is not an image.
  if (src === null || host === '') return sourceOf(piece, text);
  return { kind: 'image', src, host, alt: plainTextOf(piece.children, text, depth + 1) };
}

function plainTextOf(pieces: readonly Piece[], text: string, depth: number): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text' || piece.kind === 'code') return piece.text;
      if (piece.kind === 'break') return ' ';
      return 'children' in piece && depth < deepest
        ? plainTextOf(piece.children, text, depth + 1)
        : text.slice(piece.start, piece.end);
    })
    .join('');
}
