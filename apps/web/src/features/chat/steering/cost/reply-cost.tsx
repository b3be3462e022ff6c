import { useLazy } from '../../../../lib/lazy/use-lazy.ts';
import { moneyInWords, tokensInWords } from '../../../../lib/text/money.ts';
import { Popover } from '../../../../ui/index.ts';
import { catalogue, connectionName, type ModelCatalogue } from '../../../keys/index.ts';
import type { Reply, Thread } from '../../../thread/index.ts';
import styles from './reply-cost.module.css';
import { type SpentTokens, spentOn } from './spending.ts';

/** What a reply cost, or its tokens where no price is known; pressed, it explains. Nothing when it was not counted. */
export function ReplyCost({ reply, thread }: { reply: Reply; thread: Thread }) {
  const known = useLazy(catalogue, reply.usage !== null || reply.error !== null);
  if (!known) return null;
  const { messages } = thread.read();
  const spent = spentOn(reply, () => messages.slice(0, Math.max(0, messages.indexOf(reply))), known);
  if (!spent) return null;
  const { input, output, isEstimate, usd, isMoneyEstimate } = spent;
  const tokens = `${tokensInWords(input + output, isEstimate)} tokens`;
  return (
    <Popover label="What this reply cost" text={usd === null ? tokens : moneyInWords(usd, isMoneyEstimate)}>
      <CostCard spent={spent} asked={reply.asked} modelName={known.modelName} />
    </Popover>
  );
}

interface CostCardProps extends Pick<ModelCatalogue, 'modelName'> {
  spent: SpentTokens;
  asked: Reply['asked'];
}

export function CostCard({ spent, asked, modelName }: CostCardProps) {
  const { input, output, isEstimate, usd, isMoneyEstimate } = spent;
  return (
    <>
      <dl className={styles.facts}>
        <dt>Model</dt>
        <dd>{asked && modelName(asked.provider, asked.model)}</dd>
        <dt>Tokens read</dt>
        <dd>{tokensInWords(input, isEstimate)}</dd>
        <dt>Tokens written</dt>
        <dd>{tokensInWords(output, isEstimate)}</dd>
        <dt>Price</dt>
        <dd>{usd === null ? 'not known' : moneyInWords(usd, isMoneyEstimate)}</dd>
      </dl>
      <p className={styles.quiet}>
        The model reads the conversation again for every reply.
        {asked && ` ${connectionName(asked.provider, asked.endpoint)} charges it to your key.`}
        {isEstimate && ' What is marked ≈ is estimated: the reply was cut off before it was counted.'}
      </p>
    </>
  );
}
