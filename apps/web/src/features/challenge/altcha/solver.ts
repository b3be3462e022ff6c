import { FetchError } from '@polylogue/contract/client';
import { type Live, live } from '../../../lib/state/live.ts';

/** The state of a challenge. While a token is being renewed in time it is still valid, so the state stays `solved`. */
export type Stage =
  | { stage: 'waiting' }
  | { stage: 'working' }
  | { stage: 'solved'; token: string }
  | { stage: 'failed'; sentence: string };

type StoreEvent =
  | { type: 'begun' }
  | { type: 'solved'; token: string }
  | { type: 'failed'; sentence: string }
  | { type: 'left' };

export interface Solver extends Pick<Live<Stage>, 'read' | 'listen'> {
  /** Begins, unless it is under way or done. */
  begin(): void;
  /** Discards the token and starts again; does nothing if it has not begun. */
  reset(): void;
  /** Cancels any work, as if nothing had begun. */
  leave(): void;
}

/** In ms. A token is valid for five minutes on the server; this leaves a minute for submitting. */
export const renewAfter = 4 * 60_000;

/**
 * @param solve fetches a challenge and solves it; returns the token
 * @param whenVisible runs once the page is visible, which may be now; returns a function that cancels
 */
export function openSolver({
  solve,
  whenVisible,
}: {
  solve(signal: AbortSignal): Promise<string>;
  whenVisible(run: () => void): () => void;
}): Solver {
  const { read, listen, dispatch } = live<Stage, StoreEvent>({ stage: 'waiting' }, after);
  let run = new AbortController();
  let callOff = () => {};

  async function work() {
    stop();
    const mine = run;
    dispatch({ type: 'begun' });
    try {
      const token = await solve(mine.signal);
      if (mine.signal.aborted) return;
      dispatch({ type: 'solved', token });
      callOff = delay(renewAfter, () => {
        callOff = whenVisible(work);
      });
    } catch (error) {
      if (!mine.signal.aborted) dispatch({ type: 'failed', sentence: sentenceFor(error) });
    }
  }

  function stop() {
    callOff();
    callOff = () => {};
    run.abort();
    run = new AbortController();
  }

  return {
    read,
    listen,
    begin() {
      const { stage } = read();
      if (stage === 'waiting' || stage === 'failed') void work();
    },
    reset() {
      if (read().stage === 'waiting') return;
      stop();
      dispatch({ type: 'left' });
      void work();
    },
    leave() {
      stop();
      dispatch({ type: 'left' });
    },
  };
}

function after(state: Stage, event: StoreEvent): Stage {
  switch (event.type) {
    case 'begun':
      return state.stage === 'solved' ? state : { stage: 'working' };
    case 'solved':
      return { stage: 'solved', token: event.token };
    case 'failed':
      return { stage: 'failed', sentence: event.sentence };
    case 'left':
      return state.stage === 'waiting' ? state : { stage: 'waiting' };
  }
}

function delay(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

function sentenceFor(error: unknown): string {
  if (error instanceof FetchError) {
    return error.refused?.message ?? 'The server could not provide a challenge. Try again.';
  }
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) {
    return 'The server could not be reached. Check your connection, then try again.';
  }
  console.error('The challenge could not be solved', error);
  return 'This browser could not solve the challenge. Try again, or reload the page.';
}
