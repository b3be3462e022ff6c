import { startPostgres } from './postgres.ts';

// PostgreSQL for a run of journeys or of the bench: prints its address on one line, and ends on a signal or when its output is closed.
const cluster = await startPostgres({ isMeasured: true });
console.log(cluster.url());
process.stdin.resume().once('end', async () => {
  await cluster.stop();
  process.exit(0);
});
