import type { SpacePerson } from '@polylogue/contract';
import { type MentionQuery, mentionAt } from '@polylogue/sync';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { call } from '../../../api/index.ts';
import { listKey } from './list-key.ts';
import { optionId } from './mention-list.tsx';
import { suggested, withMention } from './mentions.ts';
import type { OpenRoom } from './open-room.ts';

/** How many are shown. */
const most = 6;
/** Milliseconds after the last key press until the server is asked. */
const pause = 200;

/** Suggests people while an @ is being typed in a text box. */
export function useMentions(
  room: OpenRoom,
  {
    spaceId,
    me,
    box,
    onText,
  }: {
    spaceId: string;
    me: string;
    box: RefObject<HTMLTextAreaElement | null>;
    onText(text: string): void;
  },
) {
  const id = useId();
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const [active, setActive] = useState(0);
  /** Members who have not posted in the loaded part of the space. */
  const [others, setOthers] = useState<Record<string, SpacePerson>>({});
  const query = mention?.query ?? null;

  useEffect(() => {
    if (query === null) return;
    const control = new AbortController();
    const ask = async () => {
      const found = await call(
        'GET /api/v1/spaces/:space_id/members',
        { params: { space_id: spaceId }, query: { q: query, limit: 20 } },
        { signal: control.signal },
      );
      const named = Object.fromEntries(found.people.map((person) => [person.user_id, person]));
      setOthers((known) => ({ ...known, ...named }));
    };
    // Known people are suggested either way.
    const timer = setTimeout(() => void ask().catch(() => {}), pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [query, spaceId]);

  const people =
    query === null ? [] : suggested({ ...room.read().people, ...others }, query, me).slice(0, most);

  function update() {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null;
    setMention(found);
    if (found?.query !== query) setActive(0);
  }

  function choose({ username }: SpacePerson) {
    const area = box.current;
    if (!area || !mention) return;
    const next = withMention(area.value, area.selectionStart, mention, username);
    area.value = next.text;
    area.setSelectionRange(next.caret, next.caret);
    area.focus();
    setMention(null);
    onText(next.text);
  }

  /** Whether the key was meant for the list. */
  function handleKey({ nativeEvent }: KeyboardEvent): boolean {
    const person = people[active];
    const does = person && listKey(nativeEvent);
    if (!does) return false;
    if (does === 'choose') choose(person);
    else if (does === 'close') setMention(null);
    else setActive((active + (does === 'next' ? 1 : people.length - 1)) % people.length);
    return true;
  }

  return {
    id,
    people,
    active,
    update: update,
    choose,
    pressed: handleKey,
    close: () => setMention(null),
    /** Attributes for the text box. */
    aria: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': people.length > 0 ? id : undefined,
      'aria-activedescendant': people.length > 0 ? optionId(id, active) : undefined,
    },
  };
}
