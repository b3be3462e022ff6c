import { configureGlobal } from 'fast-check';

/** Every run tries the same values; to hunt for others: `FUZZ_SEED=$RANDOM npm run test:unit`. */
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_251_121) });
