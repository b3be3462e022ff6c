import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { download } from '../../lib/files/download.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Button, DownloadIcon } from '../../ui/index.ts';
import { Select } from '../../ui/select/index.ts';
import { addressOf, isStoredHereOnly, useConversations } from '../conversation/index.ts';
import { connectionName, isProvider, knownModels } from '../keys/index.ts';
import { records as recordList } from '../record/list/index.ts';
import { ownSpaces } from '../space/index.ts';
import type { UsageTotals } from '../usage/sums/index.ts';
import { type Dimension, linesOf } from './breakdown.ts';
import { CostTable } from './cost-table.tsx';
import styles from './costs-page.module.css';
import { csvOf } from './csv.ts';
import { costNames, foldersIn } from './names.ts';

const firstColumns: Readonly<Record<Dimension, string>> = {
  month: 'Month',
  day: 'Day',
  provider: 'Provider',
  model: 'Model',
  conversation: 'Conversation',
  folder: 'Folder',
  space: 'Space',
};

const models = lazy(knownModels);

interface BreakdownProps {
  usage: UsageTotals;
  when: string;
  /** Of several months. */
  isByMonth: boolean;
}

/** The costs as a table, by what the person chooses, also as a file. */
export function Breakdown({ usage, when, isByMonth }: BreakdownProps) {
  const [chosen, choose] = useState<Dimension>('month');
  const dimension = chosen === 'month' && !isByMonth ? 'day' : chosen;
  const names = useNames(usage);
  const lines = useMemo(() => linesOf(usage, dimension, names), [usage, dimension, names]);
  const first = firstColumns[dimension];
  const caption = `Costs by ${first.toLowerCase()}`;
  return (
    <section className={styles.breakdown} aria-label={caption}>
      <div className={styles.tools}>
        <Select
          label="Costs by"
          value={dimension}
          choices={Object.entries(firstColumns).filter(([value]) => isByMonth || value !== 'month')}
          onChange={(value) => choose(value as Dimension)}
        />
        {lines.length > 0 && (
          <Button onClick={() => download(`${caption}, ${when}.csv`, csvOf(first, lines), 'text/csv')}>
            <DownloadIcon size={18} /> Download table
          </Button>
        )}
      </div>
      {lines.length > 0 ? (
        <CostTable key={caption} caption={`${caption} in ${when}`} first={first} lines={lines} />
      ) : (
        <p className={styles.quiet}>
          {dimension === 'space'
            ? `No answers in spaces with your keys in ${when}.`
            : `No answers outside spaces in ${when}.`}
        </p>
      )}
    </section>
  );
}

function useNames({ conversations: places }: UsageTotals) {
  const known = useLazy(models, true);
  const conversations = useConversations();
  const records = useLive(recordList, (all) => all);
  const hasSpaces = places.some(({ is_space }) => is_space);
  const { data: spaces } = useQuery({ ...ownSpaces, enabled: hasSpaces && !isStoredHereOnly() });
  return useMemo(
    () =>
      costNames({
        providerName: (provider, host) =>
          isProvider(provider) ? connectionName(provider, `https://${host}`) : host || provider,
        models: known,
        conversations: (conversations ?? [])
          .filter(({ deletedAt, isErased }) => deletedAt === null && !isErased)
          .map((one) => ({ id: one.id, title: one.title, href: addressOf(one), folder: one.folder })),
        folders: foldersIn(records ?? []),
        spaces: (spaces ?? []).map(({ space }) => ({ id: space.space_id, name: space.name })),
      }),
    [known, conversations, records, spaces],
  );
}
