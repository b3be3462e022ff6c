import { RenderFault, render } from './render.ts';
import type { Outcome, Work } from './work.ts';

// Renders what it is asked to, one after the other, and ends with its parent process.

process.on('message', async (work: Work) => process.send?.(await outcomeOf(work)));
process.send?.('ready');

async function outcomeOf(work: Work): Promise<Outcome> {
  try {
    return { rendered: await render(work) };
  } catch (error) {
    if (error instanceof RenderFault) return { fault: error.fault };
    return { mistake: String(error) };
  }
}
