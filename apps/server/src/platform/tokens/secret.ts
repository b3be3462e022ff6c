import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';

/** 256 random bits in base64url, by purpose: created once, the same on every node. `at`: milliseconds since 1970. */
export async function storedSecret(db: Queries, name: string, at: number): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, secret: randomBytes(32).toString('base64url'), created_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return secret;
}

/** The same, loaded when first needed; a failure is not remembered. Never inside a transaction. */
export function rememberedSecret(db: Queries, name: string, now: () => number): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= storedSecret(db, name, now()).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
