import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import type { Definitions } from './block.ts';
import { decodeEntities } from './entity.ts';
import { hostOfImage, safeHref } from './href.ts';

/** The closed set of what a line of text can hold. No HTML is in it: what looks like HTML is text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  | { kind: 'code'; text: string }
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
export const isPlain = (text: string): boolean => !special.test(text);

/** Reads inline markdown. With `breaks` a single newline is a line break. */
export function inline(text: string, definitions: Definitions, breaks: boolean): Inline[] {
  if (isPlain(text)) return [{ kind: 'text', text }];
  const reader = breaks ? lexerWithBreaks : lexer;
  reader.tokens.links = definitions as typeof reader.tokens.links;
  reader.state = { inLink: false, inRawBlock: false, linkEmitted: false, linkParenPossible: true, top: true };
  return closed(reader.inlineTokens(text), 0);
}

function closed(tokens: readonly Token[], depth: number): Inline[] {
  const found: Inline[] = [];
  for (const token of tokens) {
    const next = closedOne(token, depth);
    const last = found.at(-1);
    // Neighbouring text becomes one text, so that the page holds one node for it.
    if (next.kind === 'text' && last?.kind === 'text') last.text += next.text;
    else found.push(next);
  }
  return found;
}

function closedOne(token: Token, depth: number): Inline {
  if (depth > deepest) return { kind: 'text', text: token.raw };
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return { kind: token.type, children: closed(token.tokens ?? [], depth + 1) };
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'br':
      return { kind: 'break' };
    case 'link':
      return link(token as Tokens.Link, depth);
    case 'image': {
      const image = token as Tokens.Image;
      const src = safeHref(decodeEntities(image.href));
      if (src === null) return { kind: 'text', text: image.raw };
      return { kind: 'image', src, host: hostOfImage(src), alt: decodeEntities(image.text) };
    }
    case 'escape':
      return { kind: 'text', text: (token as Tokens.Escape).text };
    case 'text':
      return { kind: 'text', text: decodeEntities(token.raw) };
    default:
      return { kind: 'text', text: token.raw };
  }
}

function link(token: Tokens.Link, depth: number): Inline {
  const href = safeHref(decodeEntities(token.href));
  const children = closed(token.tokens ?? [], depth + 1);
  if (href === null) return { kind: 'text', text: token.raw };
  return { kind: 'link', href, title: token.title ? decodeEntities(token.title) : undefined, children };
}
