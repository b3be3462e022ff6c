import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, onTestFinished } from 'vitest';

type Undo = () => unknown;

const undosOfBlock = new AsyncLocalStorage<Undo[]>();

/** Undoes it after the test, or after the tests that share what is being made; what was made last is undone first. */
export function afterwards(undo: Undo) {
  const undos = undosOfBlock.getStore();
  if (undos) undos.push(undo);
  else onTestFinished(async () => void (await undo()));
}

/** Makes it once for all tests of a block; each must leave it as the next one expects it. */
export function shared<Thing>(make: () => Promise<Thing>): () => Thing {
  let thing: Thing | undefined;
  beforeAll(async () => {
    const undos: Undo[] = [];
    thing = await undosOfBlock.run(undos, make);
    return async () => {
      for (const undo of undos.reverse()) await undo();
    };
  }, 60_000);
  return () => thing as Thing;
}
