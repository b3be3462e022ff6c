import type { Space, SpacePerson } from '@polylogue/contract';
import { mentionAt } from '@polylogue/sync/spaces';
import { call } from '../../../api/index.ts';
import { Avatar, SparkIcon } from '../../../ui/index.ts';
import type { Suggestion, SuggestionSource } from '../../composer/suggestions/index.ts';
import { nameOf, smallPicture } from '../../person/index.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { People } from '../engine/room.ts';
import { aiNameOf } from '../words/asking.ts';
import { aiSuggested, suggested } from './mentions.ts';
import styles from './people-source.module.css';

/** The people of a space who can be mentioned, after an @. */
export function peopleSource(room: Pick<OpenRoom, 'read'>, space_id: string, me: string): SuggestionSource {
  /** Members who have not posted in the loaded part of the space. */
  let others: People = {};
  /** What stands before what is being typed. */
  let before = '';
  return {
    label: 'People to mention',
    typedAt(text, caret) {
      const typed = mentionAt(text, caret);
      if (typed) before = text.slice(0, typed.from);
      return typed;
    },
    find(query) {
      const { people, rows, own } = room.read();
      const found = suggested({ people: { ...people, ...others }, rows }, query, me).map(asSuggestion);
      const place = own && aiSuggested(own.space, before, query);
      if (!place) return found;
      const ai = aiSuggestion(own.space);
      return place === 'first' ? [ai, ...found] : [...found, ai];
    },
    async fetch(query, signal) {
      const found = await call(
        'GET /api/v1/spaces/:space_id/members',
        { params: { space_id }, query: { q: query, limit: 20 } },
        { signal },
      );
      others = { ...others, ...Object.fromEntries(found.people.map((person) => [person.user_id, person])) };
    },
  };
}

const aiSuggestion = (space: Pick<Space, 'ai_name'>): Suggestion => ({
  id: 'ai',
  text: `@${space.ai_name ?? 'ai'} `,
  shown: (
    <>
      <SparkIcon size={24} />
      <span dir="auto">{aiNameOf(space)}</span>
      <span className={styles.username}>answers what you ask</span>
    </>
  ),
});

const asSuggestion = (person: SpacePerson): Suggestion => ({
  id: person.user_id,
  text: `@${person.username} `,
  shown: (
    <>
      <Avatar
        id={person.user_id}
        name={nameOf(person)}
        picture={smallPicture(person.profile_picture_url)}
        size={24}
      />
      <span dir="auto">{nameOf(person)}</span>
      <span className={styles.username}>@{person.username}</span>
    </>
  ),
});
