import { isPostAtRisk } from '../../../api/outbox.ts';
import { queryClient } from '../../../api/query-client.ts';
import { isWorkAbandoned, registerUnsavedWork } from '../../../lib/unsaved/unsent.ts';
import { account, meOf } from '../../account/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { openPostFiles, type PostFiles } from './post-files.ts';
import { unsentEditCount } from './room-edits.ts';

const opened = new Map<string, PostFiles>();

const keyOf = (user_id: string, space_id: string) => `${user_id}.${space_id}`;

/** The files beside the text box of a room: they wait there while other pages of the app are visited. */
export function roomFiles(
  user_id: string,
  space_id: string,
  needs: Parameters<typeof openPostFiles>[0],
): PostFiles {
  const key = keyOf(user_id, space_id);
  const files = opened.get(key) ?? openPostFiles(needs);
  opened.set(key, files);
  return files;
}

const editCount = () => unsentEditCount(meOf(account.read())?.user_id ?? '');

// A file cannot be stored for the next visit as a draft can.
registerUnsavedWork(() => {
  const names = waitingNames();
  return names.length > 0 ? `unsent files in spaces (${names.join(', ')})` : null;
});
registerUnsavedWork(() => {
  const count = editCount();
  if (count === 0) return null;
  return count === 1 ? 'an unsent edit in a space' : `${count} unsent edits in spaces`;
});
addEventListener('beforeunload', (event) => {
  const wouldLose = editCount() > 0 || waitingNames().length > 0 || isPostAtRisk();
  if (wouldLose && !isWorkAbandoned()) event.preventDefault();
});

/** Not those of spaces that one is no longer in, or that are closed: there they can be neither sent nor removed. */
function waitingNames(): string[] {
  const me = meOf(account.read())?.user_id ?? '';
  const mine = queryClient.getQueryData(ownSpaces.queryKey);
  const open = mine?.filter(({ closed_at }) => closed_at === null);
  const keys = open?.map(({ space }) => keyOf(me, space.space_id));
  const isMine = (key: string) => keys?.includes(key) ?? key.startsWith(keyOf(me, ''));
  return [...opened].flatMap(([key, files]) =>
    isMine(key) ? files.read().map(({ chip }) => chip.name) : [],
  );
}
