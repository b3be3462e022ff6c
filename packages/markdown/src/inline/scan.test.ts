import { type Node, Parser } from 'commonmark';
import spec from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayHoldMaths } from '../maths/span.ts';
import { parse } from '../parse.ts';
import type { Piece } from './piece.ts';
import { scan } from './scan.ts';

/** Our pieces, written like the reference's nodes below. */
const ours = (pieces: readonly Piece[]): string => pieces.map(oursOne).join('');

function oursOne(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'code':
      return `code<${piece.text}>`;
    case 'break':
    case 'maths':
    case 'note':
      return piece.kind;
    case 'em':
    case 'strong':
    case 'del':
      return `${piece.kind}(${ours(piece.children)})`;
    case 'link':
    case 'image':
      return `${piece.kind}<${address(piece.target)}|${piece.title ?? ''}>(${ours(piece.children)})`;
  }
}

function theirs(node: Node): string {
  const children: string[] = [];
  for (let child = node.firstChild; child; child = child.next) children.push(theirs(child));
  const inside = children.join('');
  switch (node.type) {
    case 'text':
      return node.literal ?? '';
    case 'softbreak':
      return '\n';
    case 'linebreak':
      return 'break';
    case 'code':
      return `code<${node.literal}>`;
    case 'html_inline':
      return node.literal ?? '';
    case 'emph':
      return `em(${inside})`;
    case 'strong':
      return `strong(${inside})`;
    case 'link':
    case 'image':
      return `${node.type}<${address(node.destination ?? '')}|${node.title ?? ''}>(${inside})`;
    default:
      return inside;
  }
}

/** An address however it is spelled. */
function address(written: string): string {
  try {
    return encodeURI(decodeURI(written));
  } catch {
    return encodeURI(written);
  }
}

/** The lines of text of a document, each before its markdown is read and after, as the reference reads it. */
function lines(markdown: string): { raw: string; read: string }[] {
  const bare = new Parser();
  (bare as unknown as { processInlines: () => void }).processInlines = () => {};
  const raw = leaves(bare.parse(markdown)).map(
    (node) => (node as unknown as { _string_content: string })._string_content,
  );
  return leaves(new Parser().parse(markdown)).map((node, at) => ({
    raw: (raw[at] ?? '').trim(),
    read: theirs(node),
  }));
}

function leaves(document: Node): Node[] {
  const found: Node[] = [];
  const walker = document.walker();
  for (let step = walker.next(); step; step = walker.next()) {
    const { type } = step.node;
    if (step.entering && (type === 'paragraph' || type === 'heading')) found.push(step.node);
  }
  return found;
}

/** An example with the addresses of its definitions in full: ours take no others. */
const inFull = (markdown: string) =>
  markdown.replaceAll('→', '\t').replace(/(\]:[ \t]*(?:\n[ \t]*)?<?)(?!http|mailto|[\s<])/g, '$1mailto:');

// Bare addresses are GitHub's, `\\[…\\]` is a formula, and of the names of characters ours are those that people write.
const different = new Set([12, 25, 32, 33, 503, 602, 608, 611, 612]);
describe("the inside of the CommonMark specification's examples", () => {
  for (const { markdown, section, number } of spec.tests) {
    if (different.has(number)) continue;
    const text = inFull(markdown);
    for (const { raw, read: expected } of lines(text)) {
      test(`${section}, example ${number}: ${raw}`, () => {
        expect(ours(scan(raw, parse(text).definitions, false))).toBe(expected);
      });
    }
  }
});

test('any text is parsed as the reference implementation parses it [RICH-13]', () => {
  const signs = [
    '*',
    '**',
    '_',
    '`',
    '[',
    ']',
    '![',
    '](',
    '(',
    ')',
    '[b]',
    '\\',
    '<',
    '>',
    '"',
    '&amp;',
    '!',
  ];
  const unit = fc.constantFrom(...signs, 'a', 'b', ' ', '.', '\n', '  \n', 'é', '—');
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const raw = `a${parts.join('')}a`;
      // What a line begins with may make another block of it.
      fc.pre(!/\n\s*(?:$|[^a-b.é—\s])|\n\s*\n|\n[ab.]*[.)]/.test(raw) && !mayHoldMaths(raw));
      const [line] = lines(`${raw}\n\n[b]: /u "t"\n`);
      expect(ours(scan(raw, { B: { href: '/u', title: 't' } }, false))).toBe(line?.read);
    }),
    { numRuns: 3_000 },
  );
});
