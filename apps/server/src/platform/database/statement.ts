import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';

const maxStatements = 500;

/** One connection's statements, each prepared once. */
export function statementsOf(file: DatabaseSync) {
  const statements = new Map<string, Statement>();
  return {
    of(sql: string): Statement {
      const known = statements.get(sql);
      if (known) {
        // Moved to the end: the front is the least recently used.
        statements.delete(sql);
        statements.set(sql, known);
        return known;
      }
      const made = new Statement(file.prepare(sql));
      statements.set(sql, made);
      const [oldest] = statements.keys();
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest);
      return made;
    },
    clear: () => statements.clear(),
  };
}

interface Column {
  name: string;
  isFlag: boolean;
}

/** A prepared statement with results in the form that Kysely expects. */
class Statement {
  readonly #prepared: StatementSync;
  #columns: Column[];

  constructor(prepared: StatementSync) {
    this.#prepared = prepared;
    this.#columns = columnsOf(prepared);
    prepared.setReturnArrays(true);
  }

  execute(parameters: readonly unknown[]): QueryResult<unknown> {
    const values = parameters.map(toSqlite);
    if (this.#columns.length === 0) {
      return { rows: [], numAffectedRows: BigInt(this.#prepared.run(...values).changes) };
    }
    const rows = this.#prepared.all(...values) as unknown as unknown[][];
    // Another version has added a column to a table that we select whole.
    if (rows[0] && rows[0].length !== this.#columns.length) this.#columns = columnsOf(this.#prepared);
    return { rows: rows.map((row) => this.#named(row)) };
  }

  #named(values: unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#columns.length; index += 1) {
      const { name, isFlag } = this.#columns[index] as Column;
      const value = values[index];
      row[name] = isFlag && value !== null ? value === 1 : value;
    }
    return row;
  }
}

function columnsOf(prepared: StatementSync): Column[] {
  return prepared.columns().map(({ name, type }) => ({ name, isFlag: type?.toLowerCase() === 'boolean' }));
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}
