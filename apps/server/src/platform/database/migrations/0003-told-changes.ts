import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The channel on which PostgreSQL announces changed rows; never rename it: nodes of two versions may listen. */
export const channel = 'polylogue_changes';

/** Above this number of rows, a single word announces that any row may have changed. */
const many = 100;

/** On PostgreSQL, all nodes are notified of every change to an account or a sign-in, no matter what made it. */
export const changeNotifications: Migration = {
  name: '0003-told-changes',
  async up(trx, _types, dialect) {
    if (dialect === 'sqlite') return;
    const isMany = `(select count(*) from (select from changed limit ${many + 1}) as few) > ${many}`;
    const notify = (what: string) => `perform pg_notify('${channel}', ${what})`;
    const functions = {
      // What nodes remember of a sign-in includes the person's standing.
      polylogue_tell_users: `
        if ${isMany} then
          ${notify(`'users'`)};
          ${notify(`'sign_ins'`)};
        else
          ${notify(`'users ' || user_id`)} from changed;
          ${notify(`'sign_ins ' || sign_in_id`)} from sign_ins
            where ended_at is null and user_id in (select user_id from changed);
        end if;`,
      polylogue_tell_sign_ins: `
        if ${isMany} then
          ${notify(`'sign_ins'`)};
        else
          ${notify(`'sign_ins ' || sign_in_id`)} from changed;
        end if;`,
    };
    for (const [name, body] of Object.entries(functions)) {
      await sql
        .raw(
          `create function ${name}() returns trigger language plpgsql set search_path from current as
            $$ begin ${body} return null; end $$`,
        )
        .execute(trx);
    }
    // Nodes do not remember that a person or a sign-in does not exist, so inserting one needs no notification.
    for (const [table, event, teller] of [
      ['users', 'update', 'polylogue_tell_users'],
      ['users', 'delete', 'polylogue_tell_users'],
      ['waivers', 'insert', 'polylogue_tell_users'],
      ['waivers', 'update', 'polylogue_tell_users'],
      ['waivers', 'delete', 'polylogue_tell_users'],
      ['sign_ins', 'update', 'polylogue_tell_sign_ins'],
      ['sign_ins', 'delete', 'polylogue_tell_sign_ins'],
    ]) {
      await sql
        .raw(
          `create trigger polylogue_tell_${event} after ${event} on ${table}
            referencing ${event === 'insert' ? 'new' : 'old'} table as changed
            for each statement execute function ${teller}()`,
        )
        .execute(trx);
    }
  },
};
