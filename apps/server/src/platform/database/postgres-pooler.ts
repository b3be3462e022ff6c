import type pg from 'pg';

/** Whether a pooler is in front of PostgreSQL: it makes up the process id with which a connection begins. */
export async function hasPooler(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid !== (client as { processID?: number }).processID;
}
