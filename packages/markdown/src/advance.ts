import type { Definitions, Note, Tree } from './block.ts';
import { append, type ChunkedList, emptyList, itemAt, itemsOf, withLast } from './chunked-list.ts';
import { takeDefinitions } from './definition.ts';
import {
  type Cursor,
  cursor,
  findNextNonspace,
  isSpaceAt,
  rest,
  skip,
  skipColumns,
  skipSpaces,
} from './line.ts';
import { endIn, isOnlyPoint, isText, mayContinue, openingOf } from './maths/formula-block.ts';
import { noteAt } from './notes/reference.ts';
import {
  emptyDocument,
  holds,
  type OpenBlock,
  type OpenFence,
  type OpenList,
  type OpenMaths,
  type Reading,
  settled,
  withChild,
} from './open-block.ts';
import { alignments, bodyRow, cells, longerRow } from './table.ts';
import { work } from './work.ts';

/**
 * The block structure of a text read line by line, as CommonMark describes it (phase one), with GFM's tables and with
 * formulas. `advance` is pure and looks only at the open blocks, so a line costs the same at the end of a long reply
 * as at its start, and an incomplete line can be tried and discarded.
 */
export const initialReading: Reading = {
  open: [emptyDocument],
  definitions: Object.freeze(Object.create(null) as Definitions),
  notes: emptyList,
  defined: 0,
  isAfterBlank: false,
  nests: true,
  isTyped: false,
};

/** Deeper than this, markers are text: a bomb of nested quotes costs no more than a paragraph. */
const deepest = 50;
/** A paragraph longer than this is inlined in pieces, cut between lines. */
const longPiece = 4000;

/** Models quote whole files of markdown, with the blocks of code in them, between fences of one length. */
const markdownInfo = /^(?:markdown|md|mdx)(?![\w-])/i;
const closingFence = /^(?:`{3,}|~{3,})(?=[ \t]*$)/;
const openingFence = /^(?:`{3,}(?!`)(?!.*`)|~{3,})/;
const heading = /^#{1,6}(?:[ \t]+|$)/;
const underline = /^(?:=+|-+)[ \t]*$/;
const rule = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const bullet = /^[*+-]/;
const ordinal = /^(\d{1,9})([.)])/;
/** A line that starts with none of these can only start a paragraph (or indented code). */
const mayStart = /^[#`~*+_=<>0-9|:$\\[-]/;

/** A mutable copy of a reading, changed only by the functions below. */
interface Draft {
  open: OpenBlock[];
  definitions: Definitions;
  notes: ChunkedList<Note>;
  defined: number;
  isAfterBlank: boolean;
  nests: boolean;
  isTyped: boolean;
}

/** Reads one whole line, without its line end. `missing`: delimiters that are known not to close a formula begun here. */
export function advance(reading: Reading, line: string, missing = ''): Reading {
  work.lines++;
  const draft: Draft = { ...reading, open: reading.open.slice(), isAfterBlank: false };
  const at = cursor(line);
  const deepestBefore = draft.open.length;
  const lastBefore = top(draft);

  const matched = continueOpen(draft, at);
  if (matched === 'fence closed') return draft;
  if (lastBefore.kind === 'maths') {
    const isWithin = matched === deepestBefore;
    return (isWithin && continueMaths(draft, at, lastBefore, line)) || advance(asText(lastBefore), line);
  }

  if (lastBefore.kind === 'fence' && lastBefore.otherwise !== null) {
    const otherwise = advance(lastBefore.otherwise, line, missing);
    if (matched < deepestBefore) return otherwise;
    setTop(draft, { ...(top(draft) as OpenFence), otherwise });
  }

  let depth = matched;
  const isCode = () => draft.open[depth - 1]?.kind === 'fence' || draft.open[depth - 1]?.kind === 'indented';
  let startedNew = false;
  while (!isCode()) {
    findNextNonspace(at);
    const isAfterBlank = reading.isAfterBlank && !startedNew;
    const started =
      startBlock(draft, at, depth, isAfterBlank, lastBefore) ??
      startMaths(draft, at, depth, isAfterBlank, { reading, line, missing }) ??
      'none';
    if (started === 'none') break;
    startedNew = true;
    if (started === 'leaf') return draft;
    depth = draft.open.length;
  }

  findNextNonspace(at);
  if (!startedNew && depth < deepestBefore && !at.isBlank && lastBefore.kind === 'paragraph') {
    // A lazy continuation: the quote's or item's marker was left out, the paragraph continues.
    addToParagraph(draft, at.line.slice(at.next));
    return draft;
  }
  closeTo(draft, depth);
  addText(draft, at, reading.isAfterBlank && !startedNew);
  return draft;
}

/** Adds to a line that is longer than what decided its kind: no new block can start in its middle. */
export function extend(reading: Reading, text: string): Reading {
  const draft: Draft = { ...reading, open: reading.open.slice() };
  const last = top(draft);
  // A formula never has a line that long.
  if (last.kind === 'maths') return extend(asText(last), text);
  if (last.kind === 'fence' || last.kind === 'indented') {
    const pieces = append(last.pieces, text);
    if (last.kind === 'indented') setTop(draft, { ...last, pieces });
    else setTop(draft, { ...last, pieces, otherwise: last.otherwise && extend(last.otherwise, text) });
  } else if (last.kind === 'paragraph') {
    setTop(draft, { kind: 'paragraph', pieces: append(last.pieces, last.text), text });
  } else if (last.kind === 'table' && last.rows.length > 0) {
    const row = itemAt(last.rows, last.rows.length - 1) ?? [];
    setTop(draft, { ...last, rows: withLast(last.rows, longerRow(row, text, last.header.length)) });
  } else {
    openUp(draft, { kind: 'paragraph', pieces: emptyList, text }, false);
  }
  return draft;
}

/** The tree once the text is complete. */
export function treeOfEnded(reading: Reading): Tree {
  const last = reading.open.at(-1);
  if (last?.kind === 'maths') return treeOfEnded(asText(last));
  return last?.kind === 'fence' && last.otherwise !== null
    ? treeOfEnded(last.otherwise)
    : treeOf(reading, true);
}

/** The tree so far. Settled blocks in it are the same objects from one call to the next. */
export function treeOf(reading: Reading, isEnded = false): Tree {
  const draft: Draft = { ...reading, open: reading.open.slice() };
  while (draft.open.length > 1) fold(draft, isEnded);
  const [document] = draft.open;
  return {
    blocks: document?.kind === 'document' ? document.children : emptyList,
    definitions: draft.definitions,
    notes: draft.notes,
  };
}

function top(draft: Draft): OpenBlock {
  return draft.open[draft.open.length - 1] as OpenBlock;
}

function setTop(draft: Draft, open: OpenBlock): void {
  draft.open[draft.open.length - 1] = open;
}

/** How many of the open blocks this line continues. */
function continueOpen(draft: Draft, at: Cursor): number | 'fence closed' {
  let depth = 1;
  for (; depth < draft.open.length; depth++) {
    const open = draft.open[depth] as OpenBlock;
    findNextNonspace(at);
    switch (open.kind) {
      case 'quote':
        if (at.indent > 3 || at.line[at.next] !== '>') return depth;
        passQuoteMarker(at);
        break;
      case 'note':
        // GFM requires four spaces; two are clear enough.
        if (at.isBlank) skipSpaces(at);
        else if (at.indent >= 2) skipColumns(at, Math.min(at.indent, 4));
        else return depth;
        break;
      case 'item':
        if (at.isBlank) {
          const isEmpty = open.children.length === 0 && depth === draft.open.length - 1;
          if (isEmpty) return depth;
          skipSpaces(at);
        } else if (at.indent >= open.width) skipColumns(at, open.width);
        else return depth;
        break;
      case 'fence': {
        const text = at.indent <= 3 ? at.line.slice(at.next) : '';
        if (isFence(closingFence.exec(text)?.[0], open)) {
          if (open.inner === null) {
            closeTo(draft, depth + 1);
            close(draft);
            return 'fence closed';
          }
          const otherwise = open.otherwise ?? closedHere(draft);
          draft.open[depth] = { ...open, inner: open.inner.outer, otherwise };
        } else if ((open.inner ?? open).nests) {
          const opening = openingFence.exec(text)?.[0];
          const nests = isFence(opening, open) && markdownInfo.test(text.slice(opening.length).trim());
          if (isFence(opening, open)) draft.open[depth] = { ...open, inner: { nests, outer: open.inner } };
        }
        for (let spaces = open.indent; spaces > 0 && isSpaceAt(at); spaces--) skipColumns(at, 1);
        break;
      }
      case 'indented':
        if (at.indent >= 4) skipColumns(at, 4);
        else if (at.isBlank) skipSpaces(at);
        else return depth;
        break;
      case 'paragraph':
      case 'table':
        if (at.isBlank) return depth;
        break;
      default: // a list continues as long as one of its items does
    }
  }
  return depth;
}

/** Whether these are fences like those of a block. */
const isFence = (fence: string | undefined, { marker, length }: OpenFence): fence is string =>
  fence?.startsWith(marker) === true && fence.length >= length;

/** The reading in which the last block ends here, and later ones end as in CommonMark. */
function closedHere(draft: Draft): Reading {
  const closed = { ...draft, open: draft.open.slice(), nests: false };
  close(closed);
  return closed;
}

/** Tries to start a block here. `container`: it may hold more; `leaf`: the line is used up. */
function startBlock(
  draft: Draft,
  at: Cursor,
  depth: number,
  isAfterBlank: boolean,
  lastBefore: OpenBlock,
): 'container' | 'leaf' | 'none' | null {
  if (at.isBlank) return 'none';
  const container = draft.open[depth - 1] as OpenBlock;
  if (at.indent >= 4) {
    // Indented code never interrupts a paragraph, not even one it would continue lazily.
    if (lastBefore.kind === 'paragraph' && draft.open.includes(lastBefore)) return 'none';
    if (container.kind === 'paragraph') return 'none';
    skipColumns(at, 4);
    closeTo(draft, depth);
    const code = { kind: 'indented', pieces: append(emptyList, rest(at)), blanks: emptyList } as const;
    openUp(draft, code, isAfterBlank);
    return 'leaf';
  }
  const text = at.line.slice(at.next);
  if (!mayStart.test(text)) return 'none';

  if (text.startsWith('>') && draft.open.length < deepest) {
    passQuoteMarker(at);
    closeTo(draft, depth);
    openUp(draft, { kind: 'quote', children: emptyList }, isAfterBlank);
    return 'container';
  }

  const note = text.startsWith('[') && draft.open.length < deepest ? noteAt(text) : null;
  if (note !== null) {
    skipSpaces(at);
    skip(at, note.width);
    findNextNonspace(at);
    skipSpaces(at);
    closeTo(draft, depth);
    openUp(draft, { kind: 'note', label: note.label, children: emptyList }, isAfterBlank);
    return 'container';
  }

  const hashes = heading.exec(text)?.[0];
  if (hashes !== undefined) {
    const title = withoutHashes(text.slice(hashes.length)).trim();
    closeTo(draft, depth);
    makeRoom(draft, isAfterBlank);
    setTop(draft, withChild(top(draft), { kind: 'heading', level: hashes.trim().length, text: title }));
    return 'leaf';
  }

  const ticks = openingFence.exec(text)?.[0];
  if (ticks !== undefined) {
    closeTo(draft, depth);
    const info = text.slice(ticks.length).trim();
    const marker = ticks.charAt(0);
    openUp(
      draft,
      {
        kind: 'fence',
        marker,
        length: ticks.length,
        indent: at.indent,
        info,
        pieces: emptyList,
        nests: draft.nests && markdownInfo.test(info),
        inner: null,
        otherwise: null,
      },
      isAfterBlank,
    );
    return 'leaf';
  }

  if (container.kind === 'paragraph') {
    if (underline.test(text) && endAsHeading(draft, depth, text.startsWith('=') ? 1 : 2)) return 'leaf';
    if (startTable(draft, depth, text)) return 'leaf';
  }

  if (rule.test(text)) {
    closeTo(draft, depth);
    makeRoom(draft, isAfterBlank);
    setTop(draft, withChild(top(draft), { kind: 'rule' }));
    return 'leaf';
  }

  return startItem(draft, at, depth, isAfterBlank) ? 'container' : null;
}

/** A formula that stands on lines of its own. It may directly follow a paragraph. */
function startMaths(
  draft: Draft,
  at: Cursor,
  depth: number,
  isAfterBlank: boolean,
  from: { reading: Reading; line: string; missing: string },
): 'leaf' | null {
  const opening = openingOf(at.line.slice(at.next));
  if (opening === null) return null;
  const { closer, tex, isAlone, begun } = opening;
  const container = draft.open[depth - 1];
  if (container?.kind === 'paragraph' && closer === '$$' && hasBegunMaths(container.text)) return null;
  if (tex === null && from.missing.includes(closer)) return null;
  closeTo(draft, depth);
  if (tex !== null) {
    makeRoom(draft, isAfterBlank);
    setTop(draft, withChild(top(draft), { kind: 'maths', tex, isOpen: false }));
    return 'leaf';
  }
  const { reading: before, line, missing } = from;
  openUp(draft, { kind: 'maths', closer, isAlone, tex: begun, before, lines: [line], missing }, isAfterBlank);
  return 'leaf';
}

/** Whether a `$$` within the paragraph's last lines still waits for its end. */
const hasBegunMaths = (text: string) => text.slice(-1_000).split('$$').length % 2 === 0;

/** The next line of a formula; null if it cannot be one, so that there was no formula at all. */
function continueMaths(draft: Draft, at: Cursor, open: OpenMaths, line: string): Reading | null {
  const text = rest(at);
  const end = endIn(text, open.closer);
  if (end === null) {
    const lines = [...open.lines, line];
    const tex = `${open.tex}\n${text}`;
    const isBetween = text.trim() === '' && !open.isAlone;
    if (isBetween || !mayContinue(lines.length, tex.length)) return null;
    setTop(draft, { ...open, tex, lines });
    return draft;
  }
  const point = isOnlyPoint(end.after) ? end.after : '';
  const tex = `${open.tex}\n${end.before}${point}`.trim();
  if (tex === point || (!open.isAlone && isText(open.closer, `${open.tex}\n${end.before}`))) return null;
  draft.open.pop();
  setTop(draft, withChild(top(draft), { kind: 'maths', tex, isOpen: false }));
  if (point !== end.after) openUp(draft, { kind: 'paragraph', pieces: emptyList, text: end.after }, false);
  return draft;
}

/** Reads the lines of a formula that never ended as ordinary text. */
function asText({ before, lines, closer, missing }: OpenMaths): Reading {
  return lines.reduce((reading, line) => advance(reading, line, missing + closer), before);
}

/** A heading's words without the hashes that may close it. Walked from the end: an expression would try every start. */
function withoutHashes(words: string): string {
  const isSpace = (index: number) => words[index] === ' ' || words[index] === '\t';
  let end = words.length;
  while (isSpace(end - 1)) end--;
  const hashes = end;
  while (words[end - 1] === '#') end--;
  return end < hashes && (end === 0 || isSpace(end - 1)) ? words.slice(0, end) : words;
}

function passQuoteMarker(at: Cursor): void {
  skipSpaces(at);
  skip(at, 1);
  if (isSpaceAt(at)) skipColumns(at, 1);
}

/** `===` or `---` under a paragraph makes it a heading, unless all of it was link definitions. */
function endAsHeading(draft: Draft, depth: number, level: number): boolean {
  const paragraph = draft.open[depth - 1];
  // A paragraph longer than one piece is not a heading, and would be inlined in one go.
  if (paragraph?.kind !== 'paragraph' || paragraph.pieces.length > 0) return false;
  const { found, rest: title } = takeDefinitions(paragraph.text);
  if (title.trim() === '') return false;
  define(draft, found);
  closeTo(draft, depth);
  draft.open.pop();
  showTyped(draft, paragraph.text.slice(0, -title.length));
  setTop(draft, withChild(top(draft), { kind: 'heading', level, text: title.trim() }));
  return true;
}

/** A delimiter row under a paragraph's last line makes that line a table's header. */
function startTable(draft: Draft, depth: number, text: string): boolean {
  const paragraph = draft.open[depth - 1];
  if (paragraph?.kind !== 'paragraph') return false;
  const align = alignments(text);
  if (align === null) return false;
  const cut = paragraph.text.lastIndexOf('\n');
  const header = cells(paragraph.text.slice(cut + 1), align.length);
  if (header.length !== align.length) return false;
  closeTo(draft, depth);
  const before = cut < 0 ? '' : paragraph.text.slice(0, cut);
  if (before === '' && paragraph.pieces.length === 0) draft.open.pop();
  else {
    setTop(draft, { ...paragraph, text: before });
    close(draft);
  }
  draft.open.push({ kind: 'table', align, header, rows: emptyList });
  return true;
}

function startItem(draft: Draft, at: Cursor, depth: number, isAfterBlank: boolean): boolean {
  if (draft.open.length >= deepest) return false;
  const text = at.line.slice(at.next);
  const container = draft.open[depth - 1] as OpenBlock;
  const number = ordinal.exec(text);
  const marker = number?.[0] ?? bullet.exec(text)?.[0];
  if (marker === undefined) return false;
  const after = at.next + marker.length;
  if (after < at.line.length && !isSpaceAt(at, after)) return false;
  if (container.kind === 'paragraph') {
    if (number !== null && Number(number[1]) !== 1) return false;
    if (at.line.slice(after).trim() === '') return false;
  }
  const indent = at.indent;
  skipSpaces(at);
  skip(at, marker.length);
  findNextNonspace(at);
  const spaces = at.indent;
  if (at.isBlank || spaces > 4) {
    if (isSpaceAt(at)) skipColumns(at, 1);
  } else skipColumns(at, spaces);
  const width = indent + marker.length + (at.isBlank || spaces < 1 || spaces > 4 ? 1 : spaces);

  closeTo(draft, depth);
  const kind = number === null ? marker : (number[2] as string);
  const sameList = listAtTop(draft);
  if (sameList === null || sameList.marker !== kind) {
    const start = number === null ? 0 : Number(number[1]);
    const list: OpenList = {
      kind: 'list',
      marker: kind,
      isOrdered: number !== null,
      start,
      isLoose: false,
      items: emptyList,
    };
    openUp(draft, list, isAfterBlank);
  } else if (isAfterBlank && sameList.items.length > 0) setTop(draft, { ...sameList, isLoose: true });
  draft.open.push({ kind: 'item', width, children: emptyList });
  return true;
}

function listAtTop(draft: Draft): OpenList | null {
  while (!holds(top(draft), 'other') && top(draft).kind !== 'list') close(draft);
  const open = top(draft);
  return open.kind === 'list' ? open : null;
}

/** What is left of the line is text: into the open block, or a new paragraph. */
function addText(draft: Draft, at: Cursor, isAfterBlank: boolean): void {
  const open = top(draft);
  switch (open.kind) {
    case 'fence':
      setTop(draft, { ...open, pieces: withLine(open.pieces, rest(at)) });
      return;
    case 'indented': {
      if (at.isBlank) setTop(draft, { ...open, blanks: append(open.blanks, rest(at)) });
      else
        setTop(draft, {
          ...open,
          pieces: [...itemsOf(open.blanks), rest(at)].reduce(withLine, open.pieces),
          blanks: emptyList,
        });
      draft.isAfterBlank = at.isBlank;
      return;
    }
    case 'paragraph':
      addToParagraph(draft, at.line.slice(at.next));
      return;
    case 'table':
      setTop(draft, {
        ...open,
        rows: append(open.rows, bodyRow(at.line.slice(at.next), open.header.length)),
      });
      return;
    default:
      if (!at.isBlank) {
        openUp(draft, { kind: 'paragraph', pieces: emptyList, text: at.line.slice(at.next) }, isAfterBlank);
        return;
      }
      // A quote's own blank line, or an item that has only just begun with one, separates nothing.
      draft.isAfterBlank = open.kind !== 'quote' && !(open.kind === 'item' && open.children.length === 0);
  }
}

/** A line end stands before each line but the first, so that a line may still be made longer. */
function withLine(pieces: ChunkedList<string>, line: string): ChunkedList<string> {
  return append(pieces, pieces.length === 0 ? line : `\n${line}`);
}

function addToParagraph(draft: Draft, text: string): void {
  const open = top(draft);
  if (open.kind !== 'paragraph') return;
  if (open.text.length <= longPiece) setTop(draft, { ...open, text: `${open.text}\n${text}` });
  else {
    const left = afterDefinitions(draft, open);
    if (left.length < open.text.length) {
      draft.open.pop();
      showTyped(draft, open.text.slice(0, -left.length));
      draft.open.push({ ...open, text: `${left}\n${text}` });
    } else setTop(draft, { kind: 'paragraph', pieces: append(open.pieces, open.text), text: `\n${text}` });
  }
}

/** What is left of a long row of link definitions when all but the last are taken: that one's title may be to come. */
function afterDefinitions(draft: Draft, { pieces, text }: Paragraph): string {
  const last = text.lastIndexOf('\n[') + 1;
  if (pieces.length > 0 || last === 0 || !text.startsWith('[')) return text;
  const { found, rest } = takeDefinitions(text.slice(0, last));
  define(draft, found);
  return rest + text.slice(last);
}

/** Definitions that were taken off a paragraph, as one of their own where a person typed them. */
function showTyped(draft: Draft, taken: string): void {
  if (!draft.isTyped || taken === '') return;
  const text = taken.trimEnd();
  setTop(draft, withChild(top(draft), settled({ kind: 'paragraph', pieces: emptyList, text })));
}

/** Closes open blocks that hold no others, and marks the list loose when a blank line stands before a new child. */
function makeRoom(draft: Draft, isAfterBlank: boolean): void {
  while (!holds(top(draft), 'other')) close(draft);
  const item = top(draft);
  const list = draft.open[draft.open.length - 2];
  if (
    isAfterBlank &&
    item.kind === 'item' &&
    item.children.length > 0 &&
    list?.kind === 'list' &&
    !list.isLoose
  )
    draft.open[draft.open.length - 2] = { ...list, isLoose: true };
}

function openUp(draft: Draft, open: OpenBlock, isAfterBlank: boolean): void {
  makeRoom(draft, isAfterBlank);
  draft.open.push(open);
}

function closeTo(draft: Draft, depth: number): void {
  while (draft.open.length > depth) close(draft);
}

/** Settles the last open block into its parent. */
function close(draft: Draft): void {
  const open = draft.open.pop() as OpenBlock;
  if (open.kind === 'document') return;
  const parent = top(draft);
  if (open.kind === 'item') setTop(draft, withChild(parent, { children: open.children }));
  else if (open.kind === 'note') addNote(draft, open);
  else if (open.kind === 'paragraph') {
    const paragraph = withoutDefinitions(draft, open);
    if (paragraph !== null) setTop(draft, withChild(parent, settled(paragraph)));
  } else {
    const block = settled(open);
    setTop(draft, withChild(parent, block.kind === 'code' ? { ...block, isOpen: false } : block));
  }
}

/** As `close`, for showing what is still open: definitions stay hidden, but take effect only once all are complete. */
function fold(draft: Draft, isEnded: boolean): void {
  const open = draft.open.pop() as OpenBlock;
  if (open.kind === 'document') return;
  const parent = top(draft);
  if (open.kind === 'item') setTop(draft, withChild(parent, { children: open.children }));
  else if (open.kind === 'note') addNote(draft, open);
  else if (open.kind === 'paragraph') {
    const paragraph = withoutDefinitions(isEnded ? draft : { ...draft }, open, !isEnded);
    if (paragraph !== null) setTop(draft, withChild(parent, settled(paragraph)));
  } else {
    const block = settled(open);
    // Unclosed code ends where the text does.
    setTop(draft, withChild(parent, isEnded && block.kind === 'code' ? { ...block, isOpen: false } : block));
  }
}

/** Footnotes are collected, wherever they are written, and shown below the text. */
function addNote(draft: Draft, { label, children }: Extract<OpenBlock, { kind: 'note' }>): void {
  draft.notes = append(draft.notes, { label, children });
}

type Paragraph = Extract<OpenBlock, { kind: 'paragraph' }>;

/** The paragraph without the link definitions it begins with, which are remembered; null when nothing is left. */
function withoutDefinitions(draft: Draft, open: Paragraph, isGrowing = false): Paragraph | null {
  // Definitions are only at the very start: in a long paragraph, in its first piece or nowhere.
  if (open.pieces.length > 0 || !open.text.startsWith('[')) return trimmed(open);
  const { found, rest: text } = takeDefinitions(open.text, isGrowing);
  define(draft, found);
  if (draft.isTyped) return trimmed(open);
  return text.trim() === '' ? null : trimmed({ ...open, text });
}

function trimmed(open: Paragraph): Paragraph {
  const text = open.text.trimEnd();
  return text === open.text ? open : { ...open, text };
}

function define(draft: Draft, found: ReturnType<typeof takeDefinitions>['found']): void {
  if (found.length === 0) return;
  let definitions = Object.create(draft.definitions);
  // The first definition of a label wins.
  for (const [label, definition] of found) definitions[label] ??= definition;
  draft.defined++;
  // Each inherits those before it. Two of one size are merged, as in counting in binary: few to look through or copy.
  for (let size = 2; draft.defined % size === 0; size *= 2) {
    const before = Object.getPrototypeOf(definitions);
    definitions = Object.assign(Object.create(Object.getPrototypeOf(before)), before, definitions);
  }
  draft.definitions = Object.freeze(definitions);
}
