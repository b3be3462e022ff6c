import { describe, expect, test } from 'vitest';
import { accessTokens } from '../../platform/tokens/access.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { keyring } from './keyring.ts';

const minute = 60_000;
const ada = { userId: 'ada', signInId: 'laptop', generation: 0 };
const kidOf = (token: string) => JSON.parse(String(Buffer.from(token.split('.')[0] ?? '', 'base64url'))).kid;

describe.each(databases)('on %s', (dialect) => {
  async function node() {
    const database = await freshDatabase(dialect);
    let time = Date.now();
    const now = () => time;
    const one = keyring(database, now);
    const other = keyring(database, now);
    return {
      database,
      one: { ...one, ...accessTokens(one, now) },
      other: { ...other, ...accessTokens(other, now) },
      pass: (ms: number) => {
        time += ms;
      },
    };
  }

  test('the first key is created when first needed, once', async () => {
    const { one, database } = await node();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => one.sign(ada)));
    expect(new Set(tokens.map(kidOf)).size).toBe(1);
    expect(await database.db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1);
  });

  test('two nodes accept each other’s tokens', async () => {
    const { one, other } = await node();
    const [of, ofOther] = await Promise.all([one.sign(ada), other.sign(ada)]);
    expect(await one.read(ofOther)).toEqual(ada);
    expect(await other.read(of)).toEqual(ada);
  });

  test('a new key signs immediately here and within a minute elsewhere, and old tokens stay valid until they expire [CHECK-85]', async () => {
    const { one, other, pass } = await node();
    const old = await one.sign(ada);
    await other.read(old);
    const kid = await one.rotate();
    expect(kidOf(await one.sign(ada))).toBe(kid);
    const late = await other.sign(ada);
    expect(await one.read(late)).toEqual(ada);
    expect(await other.read(await one.sign(ada))).toEqual(ada);
    pass(minute);
    expect(kidOf(await other.sign(ada))).toBe(kid);
    expect(await one.read(old)).toEqual(ada);
    pass(8 * minute);
    const stillGood = await Promise.all([one.read(late), other.read(late)]);
    expect(stillGood).toEqual([ada, ada]);
  });

  test('a key retired long ago proves nothing', async () => {
    const { one, other, pass } = await node();
    const first = kidOf(await one.sign(ada));
    await one.rotate();
    expect(await other.find(first)).toBeDefined();
    pass(13 * minute);
    expect(await other.find(first)).toBeUndefined();
    expect(await one.find(first)).toBeUndefined();
  });

  test('an unknown key does not cause a query each time', async () => {
    const { one, database } = await node();
    await one.signing();
    let queries = 0;
    const counting = keyring(
      {
        ...database,
        db: database.db.withPlugin({
          transformQuery: ({ node: query }) => query,
          transformResult: async ({ result }) => {
            queries += 1;
            return result;
          },
        }),
      },
      Date.now,
    );
    for (const _ of Array(100)) await counting.find('unknown');
    expect(queries).toBe(2);
  });
});
