import type { Live } from '../../../../lib/state/live.ts';
import type { ModelCatalogue } from '../../../keys/index.ts';
import type { Thread } from '../../../thread/index.ts';
import { billsOf } from './spending.ts';

interface CountedChat {
  id: string;
  thread: Pick<Thread, 'read' | 'onEvent'>;
  temporary: Pick<Live<boolean>, 'read'>;
}

interface CountingNeeds {
  catalogue(): Promise<ModelCatalogue>;
  /** Counts what it has cost so far, in millionths of a US dollar. */
  count(id: string, micros: number): void;
}

/** A temporary chat leaves no record of what it costs: the budget learns of it here. */
export function countTemporary({ id, thread, temporary }: CountedChat, needs: CountingNeeds): () => void {
  async function count() {
    if (!temporary.read() || thread.read().messages.length === 0) return;
    const known = await needs.catalogue();
    const usd = billsOf(thread.read(), known).reduce((sum, bill) => sum + (bill.usd ?? 0), 0);
    needs.count(id, Math.round(usd * 1_000_000));
  }
  const counted = () => void count().catch(() => {});
  // An answer may have ended while another page was shown.
  counted();
  return thread.onEvent(({ type }) => type === 'answer-ended' && counted());
}
