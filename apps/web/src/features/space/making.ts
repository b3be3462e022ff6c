import type { OwnSpace, SpaceVisibility } from '@polylogue/contract';
import { call } from '../../api/index.ts';
import { change, changeSession, changeSpace, type SessionFields } from './actions.ts';

interface NewSpace {
  /** Made once per dialog, so that sending it twice makes one space. */
  space_id: string;
  name: string;
  about: string;
  visibility: SpaceVisibility;
}

/** Sent again after a lost answer, it may be there as it was first entered: what differs is changed. */
export async function createSpace({ about, ...space }: NewSpace): Promise<OwnSpace> {
  const own = await change(
    'Failed to create the space',
    call('POST /api/v1/spaces', { body: { ...space, ...(about.trim() && { about }) } }),
  );
  const { space_id, name, visibility } = space;
  const entered = { name: asStored(name), about: asStored(about), visibility };
  const made = { ...own.space, about: own.space.about ?? '' };
  const isSame = made.name === entered.name && made.about === entered.about && made.visibility === visibility;
  return isSame ? own : changeSpace(space_id, entered);
}

/** Sent again after a lost answer, it may be there as it was first entered: what differs is changed. */
export async function scheduleSession(
  space_id: string,
  session_id: string,
  when: SessionFields,
): Promise<void> {
  const { title, starts_at, minutes } = when;
  const { session } = await change(
    'Failed to schedule the session',
    call('POST /api/v1/spaces/:space_id/sessions', {
      params: { space_id },
      body: { session_id, starts_at, minutes, ...(title.trim() && { title }) },
    }),
  );
  const isSame =
    (session.title ?? '') === asStored(title) &&
    session.starts_at === starts_at &&
    session.minutes === minutes;
  if (!isSame) await changeSession(space_id, session_id, when);
}

/** As our server stores what was typed. */
const asStored = (text: string) => text.normalize('NFC').trim();
