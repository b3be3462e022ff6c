import { useQuery } from '@tanstack/react-query';
import { connectRequested } from '../../../lib/state/connect-requested.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { Button, TorchIcon } from '../../../ui/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { torchOf } from '../answering/wiring.ts';
import { troubleWords } from '../lends/trouble-words.ts';
import styles from './lending-bar.module.css';

/** Why what another page of this browser lends answers nobody, with the way out. */
export function TroubleBar({ me, space_id }: { me: string; space_id: string }) {
  const torch = torchOf(me);
  const trouble = useLive(torch.troubles, (all) => all[space_id]);
  const own = useQuery(ownSpaces).data?.find(({ space }) => space.space_id === space_id);
  if (!trouble || !own) return null;
  return (
    <section className={styles.bar} data-wrong aria-label={`Lent to ${own.space.name}`}>
      <p className={styles.words}>
        <TorchIcon size={16} />
        <span role="alert">{troubleWords(trouble, own.space.name)}</span>
      </p>
      <span className={styles.buttons}>
        <Button
          small
          tone="accent"
          onClick={() =>
            connectRequested.dispatch(trouble.kind === 'failed' ? trouble.failed.connection : true)
          }
        >
          Models & keys
        </Button>
        <Button small onClick={() => torch.troubles.clear(space_id)}>
          OK
        </Button>
      </span>
    </section>
  );
}
