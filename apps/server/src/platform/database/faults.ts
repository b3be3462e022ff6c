import { RefusedError } from '../http/refuse.ts';

/** A value that must be unique already exists. */
export class NotUniqueError extends Error {
  override name = 'NotUniqueError';
  readonly columns: string[];
  constructor(columns: string[]) {
    super(`There is a row with the same ${columns.join(', ')} already.`);
    this.columns = columns;
  }
}

/** A database error without any values of the row, since it goes to the log. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly code: string;
  constructor(code: string, message: string) {
    // PostgreSQL quotes the input it could not read.
    super(`${code}: ${message.replace(/: ".*$/s, '')}`);
    this.code = code;
  }
}

interface Thrown {
  code?: string;
  errcode?: number;
  detail?: string;
}

/** What an error from either database means to the caller: a refusal, a duplicate value, or our fault. */
export function explain(error: unknown, during: 'connecting' | 'querying'): unknown {
  if (!(error instanceof Error) || error instanceof RefusedError) return error;
  const thrown = error as Thrown;
  const meaning =
    thrown.code === 'ERR_SQLITE_ERROR'
      ? ofSqlite(thrown.errcode ?? 0, error.message)
      : ofPostgres(thrown.code ?? '', thrown, error, during);
  if (meaning instanceof RefusedError) meaning.cause = error;
  return meaning;
}

function ofSqlite(errcode: number, message: string): Error {
  if (errcode === 1555 || errcode === 2067) {
    const [, list = ''] = message.split('failed: ');
    return new NotUniqueError(list.split(', ').map((path) => path.split('.').at(-1) ?? path));
  }
  // The write-ahead log's index is a separate file, which cannot grow on a full disk.
  if (errcode === 13 || errcode === 4874) return noRoom();
  return sqliteRefusals[errcode & 0xff]?.() ?? new QueryError(`SQLite ${errcode}`, message);
}

const sqliteRefusals: Record<number, () => RefusedError> = {
  5: busy,
  6: busy,
  8: away,
  10: away,
  14: away,
};

function ofPostgres(code: string, { detail = '' }: Thrown, error: Error, during: string): Error {
  if (code === '23505') {
    const [, list = ''] = /^Key \((.*?)\)=/.exec(detail) ?? [];
    return new NotUniqueError(list.split(', '));
  }
  if (code === '53100') return noRoom();
  if (busyCodes.has(code) || busySentences.test(error.message)) return busy();
  if (during === 'connecting' || awayCodes.test(code) || awaySentences.test(error.message)) return away();
  // An SQLSTATE has five characters; anything else does not come from the database.
  return /^[0-9A-Z]{5}$/.test(code) ? new QueryError(code, error.message) : error;
}

/**
 * Cancelled by its time limit, deadlocked, not serialisable, locked, idle for too long, too many connections; a
 * transaction that met a table changed by another version.
 */
const busyCodes = new Set(['57014', '40P01', '40001', '55P03', '25P03', '53300']);
const busySentences =
  /^(timeout exceeded when trying to connect|Query read timeout|cached plan must not change result type)$/;
/** Lost connections, the server stopping, starting or out of memory, and network errors. */
const awayCodes = /^(08...|57P0[1-5]|53200|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const awaySentences = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function noRoom() {
  return new RefusedError('no-room', 'The server has no storage left for this. Try again later.');
}

function busy() {
  return new RefusedError('busy', 'The server is very busy. Try again in a moment.', {
    'retry-after': '1',
  });
}

function away() {
  return new RefusedError(
    'not-ready',
    'The server cannot reach its database right now. Try again in a moment.',
    { 'retry-after': '5' },
  );
}
