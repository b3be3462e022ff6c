import { Parser, type Node as SpecNode } from 'commonmark';
import spec from 'commonmark-spec';
import { describe, expect, test } from 'vitest';
import type { Block, Item } from './block.ts';
import { itemsOf } from './chunked-list.ts';
import { parse } from './parse.ts';

/** Our tree, written like the reference's below. */
function ours(block: Block | Item): string {
  if (!('kind' in block)) return `item(${[...itemsOf(block.children)].map(ours).join(' ')})`;
  switch (block.kind) {
    case 'paragraph':
      return `p<${[...itemsOf(block.pieces)].join('')}>`;
    case 'heading':
      return `h${block.level}<${block.text}>`;
    case 'code':
      return `code<${[...itemsOf(block.pieces)].join('')}>`;
    case 'quote':
      return `quote(${[...itemsOf(block.children)].map(ours).join(' ')})`;
    case 'list': {
      const items = [...itemsOf(block.items)].map(ours).join(' ');
      return `${block.isOrdered ? `ol${block.start}` : 'ul'}${block.isLoose ? '~' : ''}(${items})`;
    }
    case 'maths':
      return `maths<${block.tex}>`;
    case 'table':
      return 'table';
    case 'rule':
      return 'rule';
  }
}

/** The reference implementation's block tree. Its raw text is where ours is: before inlining. */
function theirs(node: SpecNode): string {
  const children: string[] = [];
  for (let child = node.firstChild; child; child = child.next) children.push(theirs(child));
  const raw = ((node as unknown as { _string_content: string | null })._string_content ?? '').trimEnd();
  switch (node.type) {
    case 'document':
      return children.filter((child) => child !== '').join(' ');
    case 'paragraph':
      return `p<${raw}>`;
    case 'heading':
      return `h${node.level}<${raw}>`;
    case 'code_block':
      return `code<${(node.literal ?? '').replace(/\n$/, '')}>`;
    case 'block_quote':
      return `quote(${children.join(' ')})`;
    case 'list':
      return `${node.listType === 'ordered' ? `ol${node.listStart}` : 'ul'}${node.listTight ? '' : '~'}(${children.join(' ')})`;
    case 'item':
      return `item(${children.join(' ')})`;
    case 'thematic_break':
      return 'rule';
    default:
      return '';
  }
}

/** The reference with its inline phase left out, so that raw text can be compared. */
function blocksOnly(markdown: string): string {
  const parser = new Parser();
  (parser as unknown as { processInlines: () => void }).processInlines = () => {};
  return theirs(parser.parse(markdown));
}

/** An example with the addresses of its definitions in full: ours take no others. */
const inFull = (markdown: string) =>
  markdown.replaceAll('→', '\t').replace(/(\]:[ \t]*(?:\n[ \t]*)?<?)(?!http|mailto|[\s<])/g, '$1mailto:');

// Ours shows HTML as text and has GFM's tables; link definitions are read by our own, stricter expression.
const different = new Set(['HTML blocks', 'Raw HTML']);
describe("the blocks of the CommonMark specification's examples", () => {
  for (const { markdown, section, number } of spec.tests) {
    const text = inFull(markdown);
    if (different.has(section) || /^ {0,3}<[a-z!?/]/im.test(text)) continue;
    test(`${section}, example ${number}`, () => {
      expect([...itemsOf(parse(text).blocks)].map(ours).join(' ')).toBe(blocksOnly(text));
    });
  }
});
