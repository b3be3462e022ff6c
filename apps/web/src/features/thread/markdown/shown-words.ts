import type { Block, Definitions, Tree } from './block.ts';
import { everyOf } from './grown.ts';
import { type Inline, inline } from './inline.ts';

/** Stands between two texts that are not one line of thought, so that no search goes across. */
export const apart = '\0';

/** The words of each of a tree's blocks as they stand on the page: without marks, formulas and addresses. */
export function* shownWords({ blocks, definitions }: Tree, breaks: boolean): Generator<string> {
  const words = (text: string) =>
    text
      .split(/<br\s*\/?>/i)
      .map(line)
      .join(apart);
  const line = (text: string) => wordsOf(inline(text, definitions as Definitions, breaks));

  function wordsOfBlock(block: Block): string {
    switch (block.kind) {
      case 'paragraph':
        return Array.from(everyOf(block.pieces), line).join('');
      case 'heading':
        return line(block.text);
      case 'code':
        return [...everyOf(block.chunks)].join('');
      case 'quote':
        return Array.from(everyOf(block.children), wordsOfBlock).join(apart);
      case 'list':
        return Array.from(everyOf(block.items), ({ children }) =>
          Array.from(everyOf(children), wordsOfBlock).join(apart),
        ).join(apart);
      case 'table':
        return [block.header, ...everyOf(block.rows)].flatMap((row) => row.map(words)).join(apart);
      default:
        return '';
    }
  }

  for (const block of everyOf(blocks)) yield wordsOfBlock(block);
}

function wordsOf(parts: readonly Inline[]): string {
  return parts.map(wordsOfOne).join('');
}

function wordsOfOne(part: Inline): string {
  switch (part.kind) {
    case 'text':
    case 'code':
      return part.text;
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return wordsOf(part.children);
    case 'image':
      return `${part.alt === '' ? 'Image' : part.alt} from ${part.host}`;
    case 'break':
      return ' ';
    default:
      return '';
  }
}
