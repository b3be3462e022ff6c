import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { firstKeyEntry } from '../../../lib/state/first-key-entry.ts';
import { tabStorage } from '../../../lib/state/storage.ts';
import { Button } from '../../../ui/index.ts';
import { orToast } from '../../person/index.ts';
import { ownSpaces, setTellsWaiting } from '../../space/index.ts';
import styles from './lending-bar.module.css';
import { canBeTold } from './tell-waiting.tsx';

/** How many spaces are named. */
const most = 5;
const forget = () => tabStorage.remove(firstKeyEntry);

/** To someone whose first key was saved in this tab, and could answer others: whether to tell of questions that wait. */
export function FirstKeyBar() {
  const isNew = useSyncExternalStore(tabStorage.listen, () => tabStorage.read(firstKeyEntry) !== null);
  const { data } = useQuery({ ...ownSpaces, enabled: isNew });
  const spaces = data?.filter(canBeTold);
  // Most save a key before they are in a space.
  const isDone = data !== undefined && data.length > 0 && spaces?.length === 0;
  useEffect(() => {
    if (isNew && isDone) forget();
  }, [isNew, isDone]);
  if (!isNew || !spaces || spaces.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Questions that wait">
      <p role="status">Your key could answer questions that wait. Where do you want to be told?</p>
      <span className={styles.buttons}>
        {spaces.slice(0, most).map(({ space: { space_id, name } }) => (
          <Button
            key={space_id}
            small
            onClick={() =>
              void orToast(
                setTellsWaiting(space_id, true),
                `You will be told when a question waits in ${name}`,
              )
            }
          >
            {name}
          </Button>
        ))}
        <Button small onClick={forget}>
          Close
        </Button>
      </span>
    </section>
  );
}
