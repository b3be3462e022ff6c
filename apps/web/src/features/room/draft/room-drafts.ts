import { spaceLimits } from '@polylogue/sync';
import { fileIdOf, uploadOwn } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { registerUnsavedWork } from '../../../lib/drafts/unsaved-work.ts';
import { counted } from '../../../lib/text/counts.ts';
import { account, meOf } from '../../account/index.ts';
import { reasonOf } from '../../person/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { openPostFiles, type PostFile } from '../engine/post-files.ts';
import { openRoomDraft, type RoomDraft } from './room-draft.ts';
import { sayRefused } from './say-refused.ts';

// The one place that opens the drafts of rooms. They wait here while other pages of the app are visited.

const opened = new Map<string, RoomDraft>();

const keyOf = (user_id: string, space_id: string) => `${user_id}.${space_id}`;

export function roomDraft(user_id: string, space_id: string): RoomDraft {
  const key = keyOf(user_id, space_id);
  const draft =
    opened.get(key) ?? openRoomDraft(user_id, space_id, openPostFiles({ upload, reasonOf, onTooMany }));
  opened.set(key, draft);
  return draft;
}

const onTooMany = () =>
  sayRefused(`A message can have at most ${spaceLimits.files} files`, 'Send the others in another message');

async function upload(file: File, work: Parameters<typeof uploadOwn>[1]): Promise<PostFile> {
  const stored = await uploadOwn(file, work);
  const { url, name, size, media_type, thumbnail_url } = stored;
  return { file_id: fileIdOf(stored), name, size, media_type, url, thumbnail_url };
}

const me = () => meOf(account.read())?.user_id ?? '';

// A file cannot be stored for the next visit as a text can.
registerUnsavedWork({
  words() {
    const names = waitingNames();
    return names.length > 0 ? `unsent files in spaces (${names.join(', ')})` : null;
  },
});
registerUnsavedWork({
  words() {
    const count = draftsOf(me()).reduce((sum, [, { editCount }]) => sum + editCount(), 0);
    if (count === 0) return null;
    return count === 1 ? 'an unsent edit in a space' : `${counted(count)} unsent edits in spaces`;
  },
});

const draftsOf = (user_id: string) => [...opened].filter(([key]) => key.startsWith(keyOf(user_id, '')));

/** Not those of spaces that one is no longer in, or that are closed: there they can be neither sent nor removed. */
function waitingNames(): string[] {
  const mine = queryClient.getQueryData(ownSpaces.queryKey);
  const open = mine?.filter(({ closed_at }) => closed_at === null);
  const keys = open?.map(({ space }) => keyOf(me(), space.space_id));
  return draftsOf(me()).flatMap(([key, draft]) => (keys?.includes(key) === false ? [] : draft.filesAtRisk()));
}
