import { configureGlobal } from 'fast-check';

/** Every run tries the same values; to hunt for others: `FUZZ_SEED=$RANDOM FUZZ_RUNS=1000 npm run test:unit`. */
configureGlobal({
  seed: Number(process.env.FUZZ_SEED ?? 20_251_121),
  // For each property, unless it sets its own number.
  numRuns: Number(process.env.FUZZ_RUNS ?? 100),
});
