import { sql } from 'kysely';
import type pg from 'pg';
import { hasPooler } from './postgres-pooler.ts';

/** How many statements a connection prepares; PostgreSQL keeps the plan of each in memory. */
const most = 400;
/** A statement with more parameters has a list in it, which is of another length next time. */
const mostParameters = 40;

/**
 * Begins a statement that is not prepared: its best plan depends on its values. A prepared one is planned for an average
 * of them after five times.
 */
export const plannedEachTime = sql`/* planned each time */`;
/** The same, as it is sent. */
const planned = '/* planned each time */';

type NameOf = (text: string, parameters: number) => string | undefined;

/** The names under which all connections of a pool prepare a statement. */
export function statementNames(): NameOf {
  const names = new Map<string, string>();
  return (text, parameters) => {
    const known = names.get(text);
    if (text.startsWith(planned)) return undefined;
    if (known || parameters === 0 || parameters > mostParameters || names.size === most) return known;
    const name = `polylogue-${names.size}`;
    names.set(text, name);
    return name;
  };
}

/**
 * From now on, this connection prepares its statements: PostgreSQL parses and plans each once instead of every
 * time. Not behind a pooler, where the next query may meet another server process.
 */
export async function prepareStatements(client: pg.ClientBase, nameOf: NameOf): Promise<void> {
  if (await hasPooler(client)) return;
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
  let isPreparing = true;

  async function preparedQuery(...given: unknown[]): Promise<pg.QueryResult> {
    const [text, values] = given;
    const isPlain = typeof text === 'string' && Array.isArray(values) && given.length === 2;
    const name = isPreparing && isPlain ? nameOf(text, values.length) : undefined;
    if (!name) return query(...given);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      isPreparing = false;
      // The error has aborted the transaction: its caller has to repeat it.
      if (isInTransaction(client)) throw error;
      return query(...given);
    }
  }
  client.query = preparedQuery as typeof client.query;
}

/** Another version of the server has added a column to a table that a prepared statement reads whole. */
const isOutdated = (error: unknown) =>
  error instanceof Error && error.message === 'cached plan must not change result type';

const isInTransaction = (client: pg.ClientBase) =>
  (client as { getTransactionStatus?(): string | null }).getTransactionStatus?.() !== 'I';
