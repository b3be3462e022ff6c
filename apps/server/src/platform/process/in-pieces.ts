import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may take (milliseconds). */
const longest = 5;

/** Long work in pieces. Call what it returns between two steps: others get their turn where it has been long enough. */
export function inPieces(): () => Promise<void> {
  let began = performance.now();
  return async function pause() {
    if (performance.now() - began < longest) return;
    await setImmediate();
    began = performance.now();
  };
}
