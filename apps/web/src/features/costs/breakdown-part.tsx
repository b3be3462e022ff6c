import type { OwnSpace } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { download } from '../../lib/files/download.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { Button, DownloadIcon, Snake } from '../../ui/index.ts';
import { Select } from '../../ui/select/index.ts';
import {
  addressOf,
  foldersOf,
  isStoredHereOnly,
  type List,
  useConversations,
  useListWhole,
  useRecordListWhole,
} from '../conversation/index.ts';
import { connectionName, isProvider, knownModels } from '../keys/index.ts';
import { QueryResult } from '../person/index.ts';
import { records as recordList } from '../record/list/index.ts';
import { ownSpaces } from '../space/index.ts';
import type { UsageTotals } from '../usage/sums/index.ts';
import { type Dimension, linesOf } from './breakdown.ts';
import { CostTable } from './cost-table.tsx';
import styles from './costs-page.module.css';
import { csvOf } from './csv.ts';
import { costNames } from './names.ts';

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
  const { names, spaces } = useNames(usage);
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
        {lines && lines.length > 0 && (
          <Button onClick={() => download(`${caption}, ${when}.csv`, csvOf(first, lines), 'text/csv')}>
            <DownloadIcon size={18} /> Download table
          </Button>
        )}
      </div>
      {lines && lines.length > 0 && (
        <CostTable key={caption} caption={`${caption} in ${when}`} first={first} lines={lines} />
      )}
      {lines?.length === 0 && (
        <p className={styles.quiet}>
          {dimension === 'space'
            ? `No answers in spaces with your keys in ${when}.`
            : `No answers outside spaces in ${when}.`}
        </p>
      )}
      {lines === null &&
        (dimension === 'space' ? (
          <QueryResult query={spaces} waiting="Loading your spaces">
            {() => null}
          </QueryResult>
        ) : (
          <Snake size={28} label="Loading your conversations" />
        ))}
    </section>
  );
}

function useNames({ conversations: places }: UsageTotals) {
  const known = useLazy(models, true);
  const conversations = useConversations();
  const isListWhole = useListWhole();
  const records = useLive(recordList, (all) => all);
  const areRecordsWhole = useRecordListWhole();
  const hasSpaces = places.some(({ is_space }) => is_space) && !isStoredHereOnly();
  const spaces = useQuery({ ...ownSpaces, enabled: hasSpaces });
  const rooms = hasSpaces ? spaces.data : noSpaces;
  const names = useMemo(
    () =>
      costNames({
        providerName: (provider, host) =>
          isProvider(provider) ? connectionName(provider, `https://${host}`) : host || provider,
        models: known,
        conversations: isListWhole ? placesOf(conversations) : null,
        folders: areRecordsWhole && records ? foldersOf(records) : null,
        spaces: rooms?.map(({ space }) => ({ id: space.space_id, name: space.name })) ?? null,
      }),
    [known, conversations, isListWhole, records, areRecordsWhole, rooms],
  );
  return { names, spaces };
}

const noSpaces: OwnSpace[] = [];

const placesOf = (all: List) =>
  all
    ?.filter(({ deletedAt, isErased }) => deletedAt === null && !isErased)
    .map((one) => ({ id: one.id, title: one.title, href: addressOf(one), folder: one.folder })) ?? null;
