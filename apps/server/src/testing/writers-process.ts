import { writeSync } from 'node:fs';
import { bootDatabase } from '../platform/database/boot.ts';

// A process for tests: 200 writers that print, line by line, what the database has acknowledged.
const database = await bootDatabase({
  url: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? '',
});

async function write(writer: number) {
  for (let row = 0; ; row++) {
    const name = `${process.pid} ${writer} ${row}`;
    await database.transaction(async (trx) => {
      for (const side of ['left', 'right']) {
        const values = { challenge_hash: `${name} ${side}`, expires_at: row };
        await trx.insertInto('used_challenges').values(values).execute();
      }
    });
    // Immediately: a kill would lose anything still in a buffer.
    writeSync(1, `${name}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

await Promise.all(Array.from({ length: 200 }, (_, writer) => write(writer)));
