import { useEffect } from 'react';
import { useAddressed } from '../../lib/page/use-addressed.ts';
import { useLive } from '../../lib/state/use-live.ts';
import { toast } from '../../ui/index.ts';
import { showMessage } from '../thread/index.ts';
import type { Conversation } from './conversation.ts';

/** Goes to the message that the address names, also where it is in a branch that is not shown. */
export function useAddressedMessage({ thread, goingTo, loaded }: Conversation): void {
  useAddressed(goingTo.dispatch);

  const id = useLive(goingTo, (target) => target?.id ?? null);
  useEffect(() => {
    if (id === null || showMessage(thread, id)) return;
    let isWanted = true;
    void loaded().then(() => {
      if (!isWanted || showMessage(thread, id)) return;
      goingTo.dispatch(null);
      const { pending, forks } = thread.read();
      const isElsewhere = Object.values(forks).some((fork) =>
        fork.flat().some((message) => message?.id === id),
      );
      toast(
        pending.type !== 'idle' && isElsewhere
          ? { title: 'This message is in another version', text: 'Go there once the answer has ended' }
          : {
              title: 'This message is not here',
              text: 'It may have been deleted, or not be stored in this browser',
            },
      );
    });
    return () => {
      isWanted = false;
    };
  }, [id, thread, goingTo, loaded]);
}
