import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '../../../../lib/state/use-live.ts';
import { moneyInWords, tokensInWords } from '../../../../lib/text/money.ts';
import { Drawer } from '../../../../ui/drawer/index.ts';
import { classes } from '../../../../ui/index.ts';
import { nameOf, QueryResult } from '../../../person/index.ts';
import { capitalized, namesIn } from '../engine/names.ts';
import styles from './panel.module.css';
import type { PanelProps } from './panel.ts';
import { spaceCosts } from './queries.ts';

/** Who asked the AI of a space, whose browsers answered, and what that cost them. */
export function CostsPanel({ room, own, me, open, dock, onOpenChange }: PanelProps) {
  const query = useQuery({ ...spaceCosts(own.space.space_id), enabled: open });
  const names = namesIn(
    useLive(room, (now) => now.people),
    me,
    nameOf,
  );
  const { data } = query;
  useEffect(() => room.identify(data?.flatMap(({ user_id }) => user_id ?? []) ?? []), [room, data]);
  return (
    <Drawer side="end" dock={dock} open={open} onOpenChange={onOpenChange} title="Costs of the AI">
      <div className={styles.content}>
        <QueryResult query={query} waiting="Loading the costs">
          {(members) =>
            members.length === 0 ? (
              <p className={styles.quiet}>No one has asked the AI here yet.</p>
            ) : (
              <>
                <ul className={classes(styles.list, styles.paragraphs)} aria-label="Costs by member">
                  {members.map(({ user_id, asked, answered, paid }) => (
                    <li key={user_id} className={styles.entry}>
                      <strong>{capitalized(names.someone(user_id))}</strong>
                      <span className={styles.quiet}>
                        asked {asked} · answered {answered} · paid {paidWords(paid)}
                      </span>
                    </li>
                  ))}
                </ul>
                <p className={styles.quiet}>
                  For the last 1,000 questions, as reported by the browsers that answered them.
                </p>
              </>
            )
          }
        </QueryResult>
      </div>
    </Drawer>
  );
}

/** Money, and the tokens for which no price is known. */
function paidWords({ usd, tokens }: { usd: number; tokens: number }): string {
  if (tokens === 0) return moneyInWords(usd);
  const words = `${tokensInWords(tokens)} tokens without a known price`;
  return usd === 0 ? words : `${moneyInWords(usd)} and ${words}`;
}
