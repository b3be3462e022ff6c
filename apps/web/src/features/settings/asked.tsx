import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, Notice, Snake } from '../../ui/index.ts';
import { ModelError, reasonOf } from '../person/index.ts';
import styles from './asked.module.css';

interface AskedProps<Answer> {
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** What is asked for, as in "Loading your files". */
  what: string;
  children(answer: Answer): ReactNode;
}

/** What the server knows of something: being asked for, failed, or here. What is here stays when a later question fails. */
export function Asked<Answer>({ query, what, children }: AskedProps<Answer>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error && (
        <div className={styles.failed}>
          <Notice tone="bad" title={error instanceof ModelError ? error.message : `Failed to load ${what}`}>
            {reasonOf(error)}
          </Notice>
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data === undefined ? !error && <Snake label={`Loading ${what}`} /> : children(data)}
    </>
  );
}
