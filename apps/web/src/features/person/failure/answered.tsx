import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Snake } from '../../../ui/index.ts';
import { Failed } from './failed.tsx';
import styles from './waiting.module.css';

interface AnsweredProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What is waited for: "Looking up your friends". */
  waiting: string;
  /** What failed, where the error does not say so itself. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/**
 * What is made of an answer; until it is there, that it is asked for, or why it could not be had. What is here stays when
 * it could not be asked for anew.
 */
export function Answered<Data>({ query, waiting, failed, children }: AnsweredProps<Data>) {
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
