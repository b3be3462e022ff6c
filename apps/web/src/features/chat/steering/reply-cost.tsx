import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { moneyInWords, tokensInWords } from '../../../lib/text/money.ts';
import type { Reply, Thread } from '../../thread/index.ts';
import { catalogue } from './model-catalogue.ts';
import styles from './reply-cost.module.css';
import { spentOn } from './spending.ts';

/** What a reply used: tokens in and out, and money where the price is known. Nothing when it was not counted. */
export function ReplyCost({ reply, thread }: { reply: Reply; thread: Thread }) {
  const known = useLazy(catalogue, reply.usage !== null || reply.error !== null);
  if (!known) return null;
  const { messages } = thread.read();
  const spent = spentOn(reply, () => messages.slice(0, Math.max(0, messages.indexOf(reply))), known);
  if (!spent) return null;
  const { input, output, isEstimate, usd, isMoneyEstimate } = spent;
  return (
    <span
      className={styles.cost}
      title={usd === null ? 'Tokens in and out; price not known' : 'Tokens in and out, and their price'}
    >
      {tokensInWords(input, isEstimate)} in · {tokensInWords(output, isEstimate)} out
      {usd !== null && ` · ${moneyInWords(usd, isMoneyEstimate)}`}
    </span>
  );
}
