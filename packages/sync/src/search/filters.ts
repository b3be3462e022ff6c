/** What beside its words a message must have. */
export interface Filters {
  /** A username, `me`, or `ai`. */
  from?: string;
  provider?: string;
  /** Or the beginning of its name. */
  model?: string;
  has_file?: boolean;
  /** A folder by its name, or the beginning of it. */
  folder?: string;
  /** Milliseconds since 1970: from then on, and up to then. */
  after?: number;
  before?: number;
}

/** A filter as it is typed: `from:ada`, `has:file`, `before:2024-05-01`, `after:yesterday`. */
export interface TypedFilter {
  name: FilterName;
  /** As typed, without quotes and with single spaces. */
  value: string;
}
const filterNames = ['from', 'provider', 'model', 'has', 'folder', 'after', 'before'] as const;
export type FilterName = (typeof filterNames)[number];

export interface TypedQuery {
  /** What is left without the filters. */
  text: string;
  filters: TypedFilter[];
}

/** Those that keyboards write, too. */
const quotes = '"“”„';
const start = '(?<![^\\s])';
const end = '(?=\\s|$)';
/** Quoted words, in which nothing is a filter; or a filter, whose quotes may still be open. */
const quotedOrFilter = new RegExp(
  `${start}(?:[${quotes}][^${quotes}]*[${quotes}]${end}|` +
    `(${filterNames.join('|')}):([${quotes}][^${quotes}]*(?:[${quotes}]${end}|$)|[^\\s${quotes}]+${end}))`,
  'giu',
);
const anyQuote = new RegExp(`[${quotes}]`, 'gu');

/** What is in a text between its quotes and outside of them, in turn. */
export const splitAtQuotes = (text: string): string[] => text.split(anyQuote);

/** A name as a filter has it: without quotes, and with single spaces. */
export const filterValue = (name: string): string => name.replace(anyQuote, '').replace(/\s+/gu, ' ').trim();

/** Takes the filters out of what someone has typed; what is no filter stays in the text. */
export function readTyped(typed: string): TypedQuery {
  const filters: TypedFilter[] = [];
  const text = typed.replace(quotedOrFilter, (whole, name?: string, given = '') => {
    if (name === undefined) return whole;
    const filter = { name: name.toLowerCase() as FilterName, value: filterValue(given) };
    if (Object.keys(filterOf(filter)).length === 0) return whole;
    filters.push(filter);
    return '';
  });
  return { text: filters.length > 0 ? text.replace(/\s+/gu, ' ').trimStart() : text, filters };
}

/** What has been typed again, without or with another filter. */
export function typedWith({ text, filters }: TypedQuery): string {
  const words = filters.map((filter) => {
    const value = filterValue(filter.value);
    return `${filter.name}:${value.includes(' ') ? `"${value}"` : value}`;
  });
  return [...words, text].join(' ');
}

/** What typed filters mean; of two of a kind the last counts. Empty where one means nothing. */
export const filtersOf = (typed: readonly TypedFilter[]): Filters =>
  Object.assign({}, ...typed.map(filterOf)) as Filters;

function filterOf({ name, value }: TypedFilter): Filters {
  switch (name) {
    case 'has':
      return /^files?$/iu.test(value) ? { has_file: true } : {};
    case 'after':
    case 'before': {
      const at = startOf(value);
      return at === null ? {} : { [name]: at };
    }
    case 'from':
      return value === '' ? {} : { from: value.replace(/^@/, '').toLowerCase().slice(0, longest.from) };
    default:
      return value === '' ? {} : { [name]: value.slice(0, longest[name]) };
  }
}

/** What a server takes. */
const longest = { from: 100, provider: 64, model: 256, folder: 256 };

const dates = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

const daysAgo = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** The beginning of a year, month or day, where the person is. */
function startOf(value: string): number | null {
  const ago = daysAgo.get(value.toLowerCase());
  if (ago !== undefined) {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago).getTime();
  }
  const [, year, month = '1', day = '1'] = dates.exec(value) ?? [];
  if (year === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const isReal = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  const at = date.getTime();
  return isReal && at >= 0 ? at : null;
}
