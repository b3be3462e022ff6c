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
  const forSelf = useLive(torch.forSelf, (all) => all);
  const others = Object.values(lends).map((own) => {
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
  const self = Object.values(forSelf).map(({ space_id, space_name, lend }) => (
    <section key={space_id} className={styles.bar} aria-label={`Your questions in ${space_name}`}>
      <p>
        Your key answers what you ask in {space_name} on other devices: up to {mostWords(lend)} a day.
      </p>
      <Button small onClick={() => torch.forSelf.end(space_id)}>
        Turn off
      </Button>
    </section>
  ));
  return [others, self];
}

const mostWords = ({ models, per_day }: OwnLend['lend']) =>
  models.some(({ price }) => price !== null)
    ? moneyInWords(per_day.usd)
    : `${tokensInWords(per_day.tokens)} tokens`;

function lentWords({ space_name, lend }: OwnLend, spent: Amount | undefined): string {
  const limit = spent && isUsedUp(lend, spent) ? 'used up for today' : `up to ${mostWords(lend)} a day`;
  return `You are lending ${lend.models.map(({ model }) => model).join(', ')} to ${space_name}: ${limit}.`;
}
