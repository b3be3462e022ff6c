import { type Amount, isUsedUp } from '@polylogue/sync/turns';
import { useLive } from '../../lib/state/use-live.ts';
import { moneyInWords, tokensInWords } from '../../lib/text/money.ts';
import { Button } from '../../ui/index.ts';
import styles from './lending-bar.module.css';
import type { OwnLend } from './lends.ts';
import { torchOf } from './wiring.ts';

/** Shows on every page what this browser lends; one press ends it. */
export function LendingBar({ me }: { me: string }) {
  const torch = torchOf(me);
  const lends = useLive(torch.lends, (all) => all);
  const held = useLive(torch.held, (all) => all);
  const spent = useLive(torch.spent, (all) => all);
  return Object.values(lends).map((own) => {
    const isAnswering = held.some(({ space_id, asked_by }) => space_id === own.space_id && asked_by !== me);
    return (
      <section key={own.space_id} className={styles.bar} aria-label={`Lent to ${own.space_name}`}>
        <p>
          {isAnswering ? `Your key is answering in ${own.space_name}.` : lentWords(own, spent[own.space_id])}
        </p>
        <Button small onClick={() => torch.end(own.space_id)}>
          Stop lending
        </Button>
      </section>
    );
  });
}

function lentWords({ space_name, lend }: OwnLend, spent: Amount | undefined): string {
  const { models, per_day } = lend;
  const most = models.some(({ price }) => price !== null)
    ? moneyInWords(per_day.usd)
    : `${tokensInWords(per_day.tokens)} tokens`;
  const limit = spent && isUsedUp(lend, spent) ? 'used up for today' : `up to ${most} a day`;
  return `You lend ${models.map(({ model }) => model).join(', ')} to ${space_name}: ${limit}.`;
}
