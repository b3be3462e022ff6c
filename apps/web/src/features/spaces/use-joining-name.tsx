import type { SpaceCard } from '@polylogue/contract';
import { useState } from 'react';
import { meOf, useAccount } from '../account/index.ts';
import { JoiningName } from '../space/index.ts';
import styles from './spaces-page.module.css';

type Before = Pick<SpaceCard, 'showed_name'>;

/** Under which name the member joins the spaces of a list: their own, unless they choose, or had chosen, the username. */
export function useJoiningName() {
  const me = meOf(useAccount());
  const [choice, setChoice] = useState<boolean>();
  if (!me || !(me.first_name || me.last_name)) return null;
  const isPublic = me.privacy_settings.public_profile;
  const isAsBefore = ({ showed_name }: Before) => choice === undefined && showed_name === false && !isPublic;
  return {
    /** What is chosen for the list. */
    line: (
      <p className={styles.about}>
        <JoiningName me={me} showsName={choice ?? true} onChoose={setChoice} />
      </p>
    ),
    /** Where that does not apply, since they have been there. */
    asBefore: (space: Before) =>
      isAsBefore(space) && <span className={styles.about}>You join as @{me.username}, as before.</span>,
    // A public profile shows the name by itself; whoever hides it later has given the name to no space.
    showsName: ({ showed_name }: Before) => (isPublic ? undefined : (choice ?? showed_name ?? true)),
  };
}
