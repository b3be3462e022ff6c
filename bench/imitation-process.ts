// A process of its own, so that streaming never waits for the bench and the bench never for streaming.
import { startImitation } from '@polylogue/imitation';

/** What the bench may ask of the imitation: to hold its pieces back, and to let some through, or all. */
export type Order = { do: 'hold' } | { do: 'release'; pieces?: number };

const imitation = await startImitation();
process.on('message', (order: Order) => {
  if (order.do === 'hold') imitation.hold();
  else imitation.release(order.pieces);
});
process.once('disconnect', () => process.exit());
process.send?.({ endpoint: imitation.endpoint('openai') });
