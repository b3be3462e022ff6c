import type { Definitions, TableRow } from '@polylogue/markdown';
import { type Inline, parseInline } from '@polylogue/markdown';

/** A table in the two formats that programs accept. */
export interface CopiedTable {
  /** A line per row, cells separated by tabs. */
  text: string;
  html: string;
}

/** The rows as they should be pasted, with the header as the first row if it was copied too. */
export function copiedTable(
  header: TableRow | null,
  rows: readonly TableRow[],
  definitions: Definitions,
): CopiedTable {
  const read = (row: TableRow) => row.map((cell) => cellOf(cell, definitions));
  const head = header === null ? [] : [read(header)];
  const body = rows.map(read);
  const line = (cells: readonly Cell[]) => cells.map(({ text }) => text).join('\t');
  const tags = (cells: readonly Cell[], tag: string) =>
    `<tr>${cells.map(({ html }) => `<${tag}>${html}</${tag}>`).join('')}</tr>`;
  return {
    text: [...head, ...body].map(line).join('\n'),
    html: [
      '<table>',
      ...head.map((cells) => `<thead>${tags(cells, 'th')}</thead>`),
      `<tbody>${body.map((cells) => tags(cells, 'td')).join('')}</tbody>`,
      '</table>',
    ].join(''),
  };
}

interface Cell {
  text: string;
  html: string;
}

function cellOf(markdown: string, definitions: Definitions): Cell {
  const lines = markdown.split(/<br\s*\/?>/i).map((line) => parseInline(line, definitions, false));
  const texts = lines.map((line) => oneLine(plain(line)));
  const text = oneLine(texts.join(' '));
  // In HTML each line starts a cell in some programs; in others the first one starts the whole cell.
  const html = lines.map((line, at) => guardOf(at === 0 ? text : texts[at]) + marked(line));
  return { text: guardOf(text) + text, html: html.join('<br>') };
}

/** A tab or a line end would start another cell. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const guardOf = (text = '') => (isFormula(text) ? "'" : '');

/**
 * Whether a spreadsheet would compute a cell instead of showing it: a model, or anyone who wrote into its context, could
 * have it fetch an address with the neighbouring cells. An apostrophe keeps it text. Signed numbers, empty cells shown
 * as a dash, and names that begin with @ stay as they are.
 */
export function isFormula(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (/^[=＝]/.test(text)) return true;
  if (/^[@＠]/.test(text)) return text.includes('(');
  if (!/^[+\-＋－]/.test(text)) return false;
  return !/^[+-] ?[\p{Sc}]? ?[\d.][\d.,'’\u00a0\u202f ]*(?:e[+-]?\d+)? ?[\p{Sc}%‰°\p{L}]{0,4}$/iu.test(text);
}

function plain(parts: readonly Inline[]): string {
  return parts.map(plainOne).join('');
}

function plainOne(part: Inline): string {
  switch (part.kind) {
    case 'text':
    case 'code':
      return part.text;
    case 'maths':
      return part.tex;
    case 'note':
      return `[${part.label}]`;
    case 'break':
      return ' ';
    case 'image':
      return part.alt;
    default:
      return plain(part.children);
  }
}

function marked(parts: readonly Inline[]): string {
  return parts.map(markedOne).join('');
}

function markedOne(part: Inline): string {
  switch (part.kind) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${part.kind}>${marked(part.children)}</${part.kind}>`;
    case 'code':
      return `<code>${escaped(part.text)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return `<a href="${escaped(part.href)}">${marked(part.children)}</a>`;
    default:
      return escaped(plainOne(part));
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
