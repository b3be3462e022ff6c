import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import type { Definitions } from './block.ts';
import { isBomb } from './bomb.ts';
import { decodeEntities } from './entity.ts';
import { hostOfImage, safeHref } from './href.ts';
import { mayHoldMaths } from './maths/span.ts';
import { type TakenOut, takenOut } from './taken-out.ts';

/** The closed set of what a line of text can hold. No HTML is in it: what looks like HTML is text. */
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

/** marked's inline rules without its HTML. */
class WithoutHtml extends Tokenizer {
  override tag(): undefined {
    return undefined;
  }
}
// A lexer each, made once: making one costs as much as reading a line with it.
const lexer = new Lexer({ gfm: true, breaks: false, tokenizer: new WithoutHtml() });
const lexerWithBreaks = new Lexer({ gfm: true, breaks: true, tokenizer: new WithoutHtml() });

/** Without any of these a text is only text: most list items and table cells are. */
const special = /[\\`*_~[<&\n@]|:\/\/|www\./i;

/** Whether a text is nothing but its characters. */
export const isPlain = (text: string): boolean => !special.test(text) && !mayHoldMaths(text);

/** Reads inline markdown. With `breaks` a single newline is a line break. */
export function inline(text: string, definitions: Definitions, breaks: boolean): Inline[] {
  if (isPlain(text)) return [{ kind: 'text', text }];
  const taken = takenOut(text);
  if (isBomb(taken?.text ?? text)) return [{ kind: 'text', text }];
  const reader = breaks ? lexerWithBreaks : lexer;
  reader.tokens.links = definitions as typeof reader.tokens.links;
  reader.state = { inLink: false, inRawBlock: false, linkEmitted: false, linkParenPossible: true, top: true };
  return closed(reader.inlineTokens(taken?.text ?? text), 0, taken);
}

function closed(tokens: readonly Token[], depth: number, taken: TakenOut | null): Inline[] {
  const found: Inline[] = [];
  for (const token of tokens) {
    for (const next of closedOne(token, depth, taken)) {
      const last = found.at(-1);
      // Neighbouring text becomes one text, so that the page holds one node for it.
      if (next.kind === 'text' && last?.kind === 'text') last.text += next.text;
      else found.push(next);
    }
  }
  return found;
}

function closedOne(token: Token, depth: number, taken: TakenOut | null): Inline[] {
  if (depth > deepest) return [asWritten(token, taken)];
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, children: closed(token.tokens ?? [], depth + 1, taken) }];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return [link(token as Tokens.Link, depth, taken)];
    case 'image':
      return [image(token as Tokens.Image, taken)];
    case 'escape':
      return [{ kind: 'text', text: (token as Tokens.Escape).text }];
    case 'text':
      return taken === null ? [{ kind: 'text', text: decodeEntities(token.raw) }] : words(token.raw, taken);
    default:
      return [asWritten(token, taken)];
  }
}

function words(text: string, taken: TakenOut): Inline[] {
  return taken.parts(text).map((part) => {
    if (typeof part === 'string') return { kind: 'text', text: decodeEntities(part) };
    if ('label' in part) return { kind: 'note', label: part.label };
    return { kind: 'maths', tex: part.tex, isDisplay: part.isDisplay };
  });
}

function link(token: Tokens.Link, depth: number, taken: TakenOut | null): Inline {
  const href = safeHref(decodeEntities(written(token.href, taken)));
  if (href === null) return asWritten(token, taken);
  const title = token.title ? decodeEntities(written(token.title, taken)) : undefined;
  return { kind: 'link', href, title, children: withoutNotes(closed(token.tokens ?? [], depth + 1, taken)) };
}

/** A link cannot hold another. */
const withoutNotes = (parts: Inline[]): Inline[] =>
  parts.map((part) => (part.kind === 'note' ? { kind: 'text', text: `[^${part.label}]` } : part));

function image(token: Tokens.Image, taken: TakenOut | null): Inline {
  const src = safeHref(decodeEntities(written(token.href, taken)));
  const host = src === null ? '' : hostOfImage(src);
  // An address of mail is no image.
  if (src === null || host === '') return asWritten(token, taken);
  return { kind: 'image', src, host, alt: decodeEntities(written(token.text, taken)) };
}

const written = (text: string, taken: TakenOut | null) => taken?.written(text) ?? text;
const asWritten = (token: Token, taken: TakenOut | null): Inline => ({
  kind: 'text',
  text: written(token.raw, taken),
});
