import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A text that makes a pattern search far and find nothing: a repeated string between two others. */
export interface Attack {
  before: string;
  again: string;
  after: string;
}

/** The text of an attack, of about this many characters. */
export const textOf = ({ before, again, after }: Attack, length: number): string =>
  before + again.repeat(Math.ceil(length / again.length)) + after;

/** More repetitions than this count as unbounded. */
const few = 16;
const isEndless = ({ max }: AST.Quantifier) => max > few;

/** Whether a pattern repeats more than a little: otherwise it reads only a few characters from each position. */
export function repeats(pattern: RegExp): boolean {
  let depth = 0;
  let found = false;
  visitRegExpAST(parsed(pattern), {
    onQuantifierEnter(quantifier) {
      if (quantifier.max > 1) depth++;
      // Nested repetitions multiply.
      found ||= isEndless(quantifier) || depth > 1;
    },
    onQuantifierLeave({ max }) {
      if (max > 1) depth--;
    },
  });
  return found;
}

/**
 * Texts derived from the pattern itself: what its parts match, repeated, after what leads to a repetition, and before
 * something that does not match.
 */
export function* attacksOn(pattern: RegExp): Generator<Attack> {
  const { characters, signs, words, beginnings, isAnchored } = partsOf(pattern);
  const pairs = characters.flatMap((one) => characters.map((other) => one + other));
  const longer = words.flatMap((word) => ['', ...characters].map((one) => word + one));
  const befores = isAnchored ? beginnings : ['', unlike, ...beginnings.slice(-1)];
  const afters = [unlike, '\n', ...signs.slice(0, 4)];
  for (const again of new Set([...characters, ...pairs, ...longer]))
    for (const before of befores) for (const after of afters) yield { before, again, after };
}

/** Hardly any pattern matches it. */
const unlike = '\0';

interface Parts {
  /** Its signs, and the characters in a repetition. */
  characters: string[];
  /** Literal characters in it that are not letters. */
  signs: string[];
  /** What matches the pattern, or one of its parts, from its beginning up to a repetition or the end. */
  words: string[];
  /** What leads to a repetition. */
  beginnings: string[];
  /** Whether it is tried only at the beginning of the text. */
  isAnchored: boolean;
}

function partsOf(pattern: RegExp): Parts {
  const tree = parsed(pattern);
  const letters = lettersOf(pattern, tree);
  const signs = new Set<string>();
  const repeated = new Set<string>();
  const words = new Set<string>();
  const beginnings = new Set<string>(['']);

  /** A short text that a part matches. */
  function example(part: AST.Element | AST.Alternative): string {
    switch (part.type) {
      case 'Alternative':
        return part.elements.map(example).join('');
      case 'Group':
      case 'CapturingGroup':
        return part.alternatives[0] ? example(part.alternatives[0]) : '';
      case 'Quantifier':
        return example(part.element).repeat(Math.min(part.min, 40));
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return letters(part)[0] ?? '';
      default:
        return '';
    }
  }

  function walk(
    part: AST.Pattern | AST.Alternative | AST.Element,
    before: string,
    isRepeated: boolean,
  ): void {
    switch (part.type) {
      case 'Alternative': {
        let sofar = '';
        for (const [at, element] of part.elements.entries()) {
          walk(element, before + sofar, isRepeated);
          sofar += example(element);
          const next = part.elements[at + 1];
          if (element.type !== 'Character' || next?.type !== 'Character')
            words.add(sofar).add(before + sofar);
        }
        return;
      }
      case 'Quantifier':
        walk(part.element, before, isRepeated || part.max > 1);
        words.add(example(part.element)).add(before + example(part.element));
        beginnings.add(before).add(before + example(part.element));
        return;
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        for (const letter of letters(part)) {
          if (part.type === 'Character' && /\W/.test(letter)) signs.add(letter);
          else if (isRepeated) repeated.add(letter);
        }
        return;
      default:
        if ('alternatives' in part) for (const one of part.alternatives) walk(one, before, isRepeated);
    }
  }
  walk(tree, '', false);
  return {
    characters: [...new Set([...signs, ...repeated])].slice(0, 20),
    signs: [...signs],
    words: [...words].filter((word) => word.length > 1).slice(0, 60),
    beginnings: [...beginnings].slice(0, 30),
    isAnchored: !pattern.multiline && tree.alternatives.every(({ elements: [first] }) => isStart(first)),
  };
}

const isStart = (part: AST.Element | undefined): boolean =>
  part?.type === 'Assertion' && part.kind === 'start';

const kinds = [
  /[a-z]/i,
  /\d/,
  /_/,
  /\s/,
  /[-+*]/,
  /[.,:;]/,
  /["'`]/,
  /[<>()[\]{}]/,
  /[/\\|@#&=?!$%^~]/,
  /[^\0-\x7f]/,
];
const everyday = [...'aA0_ \n\t\r-+*.,:;"\'`<>()[]{}/\\|@#&=?!$%^~', 'é', '中', '\u0301', '…', '—', '€', 'א'];

/** What a character or class matches: one of each kind, preferring the pattern's own characters. */
function lettersOf({ flags }: RegExp, tree: AST.Pattern) {
  const own = new Set<string>();
  visitRegExpAST(tree, {
    onCharacterEnter({ value }) {
      own.add(String.fromCodePoint(value));
    },
  });
  const candidates = [...new Set([...own, ...everyday])];
  const known = new Map<string, string[]>();
  return ({ raw }: AST.Character | AST.CharacterSet | AST.CharacterClass): string[] => {
    const taken = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''));
    const found =
      known.get(raw) ??
      kinds.flatMap((kind) => candidates.find((one) => kind.test(one) && taken.test(one)) ?? []);
    known.set(raw, found);
    return found;
  };
}

const parser = new RegExpParser();
const parsed = ({ source, unicode, unicodeSets }: RegExp): AST.Pattern =>
  parser.parsePattern(source, 0, source.length, { unicode, unicodeSets });
