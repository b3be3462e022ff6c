import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Snake } from '../../../ui/index.ts';
import { Failed } from './failed.tsx';
import styles from './waiting.module.css';

interface AnsweredProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What is being loaded: "Loading your friends". */
  waiting: string;
  /** What failed, if the error does not say so itself. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/**
 * Renders the result of a query; until it arrives, says that it is loading, or why it failed. Data already there stays
 * if loading it again fails.
 */
export function QueryResult<Data>({ query, waiting, failed, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error && <Failed error={error} failed={failed} isBusy={isFetching} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && !error && (
        <div className={styles.waiting}>
          <Snake size={28} label={waiting} />
        </div>
      )}
    </>
  );
}
