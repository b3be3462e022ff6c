import { personColour } from '../../ui/index.ts';
import type { AccountStore } from './account.ts';
import { meOf } from './account-state.ts';

/** Shows the member's own messages in the colour that others see. */
export function applyOwnColour(account: Pick<AccountStore, 'read' | 'listen'>): void {
  let owner: string | null = null;

  function paint() {
    const next = meOf(account.read())?.user_id ?? null;
    if (next === owner) return;
    owner = next;
    const { style } = document.documentElement;
    if (next === null) style.removeProperty('--me');
    else style.setProperty('--me', personColour(next));
  }
  paint();
  account.listen(paint);
}
