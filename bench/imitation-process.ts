// A process of its own, so that streaming never waits for the bench and the bench never for streaming.
import { startImitation } from '@polylogue/imitation';

/** What the bench may ask of the imitation: to hold its pieces back, and to let some through, or all. */
export type Order = { do: 'hold' } | { do: 'release'; pieces?: number } | { do: 'count' };

/** What it tells: where it is, and how many questions it has heard when it is to count them. */
type Report = { endpoint: string } | { heard: number };

const tell = (told: Report) => process.send?.(told);

const imitation = await startImitation();
process.on('message', (order: Order) => {
  if (order.do === 'hold') imitation.hold();
  else if (order.do === 'release') imitation.release(order.pieces);
  else tell({ heard: imitation.requests().filter(({ method }) => method === 'POST').length });
});
process.once('disconnect', () => process.exit());
tell({ endpoint: imitation.endpoint('openai') });
