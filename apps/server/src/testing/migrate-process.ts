import { bootDatabase } from '../platform/database/boot.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrations } from '../platform/database/migrations/all.ts';

// A process for tests: creates the tables in the environment's database, or stops halfway through an extra step.
const place = { url: process.env.DATABASE_URL, dataDir: process.env.DATA_DIR ?? '' };

if (process.env.HALFWAY) {
  const database = await openDatabase(place);
  const alive = setInterval(() => {}, 1_000);
  await migrate(database, [
    ...migrations,
    {
      name: '9999-halfway',
      async up({ schema }, { text }) {
        await schema.createTable('halfway').addColumn('name', text).execute();
        console.log('halfway');
        await new Promise(() => {});
      },
    },
  ]);
  clearInterval(alive);
} else {
  const database = await bootDatabase(place);
  await database.close();
  console.log('done');
}
