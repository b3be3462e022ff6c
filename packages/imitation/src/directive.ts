import { type ContentKind, contentKinds } from './content.ts';
import { type DirectiveName, directives } from './vocabulary.ts';

/** One directive as written: `/tokens 400 rate=50` → numbers [400], named {rate: '50'}. */
export interface ParsedDirective {
  numbers: number[];
  words: string[];
  named: Record<string, string>;
  /** What follows `/say`. */
  text: string;
}

export type ParsedDirectives = ReadonlyMap<DirectiveName, ParsedDirective>;

const names = Object.keys(directives).sort((a, b) => b.length - a.length);
const directive = new RegExp(`(?<=^|\\s)/(${names.join('|')})(?=\\s|$)`, 'g');

/** Every directive in a person's text; an empty map when there is none. */
export function parseDirectives(text: string): ParsedDirectives {
  const found = new Map<DirectiveName, ParsedDirective>();
  for (const match of text.matchAll(directive)) {
    const name = match[1] as DirectiveName;
    const rest = text.slice(match.index + match[0].length);
    found.set(name, written(rest));
    if (name === 'say') break; // whatever follows is to be said, not done
  }
  return found;
}

function written(rest: string): ParsedDirective {
  const found: ParsedDirective = { numbers: [], words: [], named: {}, text: rest.replace(/^\s/, '') };
  for (const word of rest.split(/\s+/).filter(Boolean)) {
    if (word.startsWith('/')) break;
    const [, name, value] = /^([a-z]+)=(\S+)$/.exec(word) ?? [];
    if (name && value) found.named[name] = value;
    else if (/^\d+(\.\d+)?$/.test(word)) found.numbers.push(Number(word));
    else found.words.push(word);
  }
  return found;
}

export function contentKindOf(directive: ParsedDirective | undefined): ContentKind {
  return contentKinds.find((kind) => kind === directive?.named.kind) ?? 'prose';
}
