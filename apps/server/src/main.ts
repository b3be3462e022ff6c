import { run } from './start.ts';

await run();
