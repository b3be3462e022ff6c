import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { Drawer, DrawerContent } from '../../../ui/drawer/index.ts';
import { classes } from '../../../ui/index.ts';
import { nameOf, QueryResult } from '../../person/index.ts';
import { namesIn } from '../engine/names.ts';
import { paidWords } from '../words/receipt.ts';
import { billedIn } from './billed.ts';
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
  const { data, refetch } = query;
  const rows = useLive(room, (now) => now.rows);
  const billed = open ? billedIn(rows) : null;
  const before = useRef(billed);
  useEffect(() => {
    // Opening it fetches them by itself.
    if (billed !== null && before.current !== null && billed !== before.current) void refetch();
    before.current = billed;
  }, [billed, refetch]);
  useEffect(() => room.identify(data?.flatMap(({ user_id }) => user_id ?? []) ?? []), [room, data]);
  return (
    <Drawer side="end" dock={dock} open={open} onOpenChange={onOpenChange} title="Costs of the AI">
      <DrawerContent>
        <QueryResult query={query} waiting="Loading the costs">
          {(members) =>
            members.length === 0 ? (
              <p className={styles.quiet}>No one has asked the AI here yet.</p>
            ) : (
              <>
                <ul className={classes(styles.list, styles.paragraphs)} aria-label="Costs by member">
                  {members.map(({ user_id, asked, answered, paid }) => (
                    <li key={user_id} className={styles.entry}>
                      <strong>{names.sentence(names.someone(user_id))}</strong>
                      <span className={styles.quiet}>
                        asked {asked} · answered {answered} · paid {paidWords(paid)}
                      </span>
                    </li>
                  ))}
                </ul>
                <p className={styles.quiet}>
                  For the last 1,000 questions, as reported by the browsers that answered them.
                  {members.some(({ paid }) => paid.is_bound) &&
                    ' ≤ is the most that it can be: not every provider says what an answer cost.'}
                  {members.some(({ paid }) => paid.is_incomplete) &&
                    ' ≈: not all of it has been reported, as while an answer is written.'}
                </p>
              </>
            )
          }
        </QueryResult>
      </DrawerContent>
    </Drawer>
  );
}
