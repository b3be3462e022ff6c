import type { SpacePerson } from '@polylogue/contract';
import { Avatar } from '../../../ui/index.ts';
import { nameOf, smallPicture } from '../../person/index.ts';
import styles from './mention-list.module.css';

interface MentionListProps {
  id: string;
  people: readonly SpacePerson[];
  /** The one that Enter selects. */
  active: number;
  onChoose(person: SpacePerson): void;
}

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

/** People who can be mentioned, above the text box, which handles the keys. */
export function MentionList({ id, people, active, onChoose }: MentionListProps) {
  return (
    <div role="listbox" id={id} aria-label="People to mention" className={styles.list}>
      {people.map((person, at) => (
        <div
          key={person.user_id}
          role="option"
          id={optionId(id, at)}
          aria-selected={at === active}
          tabIndex={-1}
          className={styles.option}
          // The text box keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          <Avatar
            id={person.user_id}
            name={nameOf(person)}
            picture={smallPicture(person.profile_picture_url)}
            size={24}
          />
          <span>{nameOf(person)}</span>
          <span className={styles.username}>@{person.username}</span>
        </div>
      ))}
    </div>
  );
}
