// A process of its own, so that streaming never waits for the bench and the bench never for streaming.
import { startImitation } from '@polylogue/imitation';

/** What the bench may order: hold the pieces back, release some or all of them, count the questions. */
export type Order = { do: 'hold' } | { do: 'release'; pieces?: number } | { do: 'count' };

/** Its messages to the bench: its address once it is ready, and the number of questions so far, on request. */
type Report = { endpoint: string } | { questions: number };

const report = (message: Report) => process.send?.(message);

const imitation = await startImitation();
process.on('message', (order: Order) => {
  if (order.do === 'hold') imitation.hold();
  else if (order.do === 'release') imitation.release(order.pieces);
  else report({ questions: imitation.requests().filter(({ method }) => method === 'POST').length });
});
process.once('disconnect', () => process.exit());
report({ endpoint: imitation.endpoint('openai') });
