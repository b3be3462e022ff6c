import { RenderFault, render } from './render.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';

// Renders one job after the other, and ends with its parent process.

process.on('message', async (work: RenderJob) => process.send?.(await outcomeOf(work)));
process.send?.('ready');

async function outcomeOf(work: RenderJob): Promise<RenderOutcome> {
  try {
    return { rendered: await render(work) };
  } catch (error) {
    if (error instanceof RenderFault) return { fault: error.fault };
    return { mistake: String(error) };
  }
}
