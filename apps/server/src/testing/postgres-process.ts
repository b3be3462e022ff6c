import { startPostgres } from './postgres.ts';

// PostgreSQL for a run of journeys: says its address in one line, and ends when told to or when its output is closed.
const cluster = await startPostgres();
console.log(cluster.url());
process.stdin.resume().once('end', async () => {
  await cluster.stop();
  process.exit(0);
});
