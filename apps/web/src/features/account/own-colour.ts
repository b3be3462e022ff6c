import { personColour } from '../../ui/index.ts';
import { type AccountStore, meOf } from './account.ts';

/** Keeps what somebody writes themselves in the colour that the others see them in. */
export function keepOwnColour(account: Pick<AccountStore, 'read' | 'listen'>): void {
  function paint() {
    const me = meOf(account.read());
    const { style } = document.documentElement;
    if (me) style.setProperty('--me', personColour(me.user_id));
    else style.removeProperty('--me');
  }
  paint();
  account.listen(paint);
}
