import { personColour } from '../../ui/index.ts';
import { type AccountStore, meOf } from './account.ts';

/** Shows a person's own messages in the colour that others see them in. */
export function keepOwnColour(account: Pick<AccountStore, 'read' | 'listen'>): void {
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
