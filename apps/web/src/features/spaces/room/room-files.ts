import { queryClient } from '../../../api/query-client.ts';
import { isWorkAbandoned, registerUnsavedWork } from '../../../lib/unsaved/unsent.ts';
import { account, meOf } from '../../account/index.ts';
import { ownSpaces } from '../../space/index.ts';
import { openPostFiles, type PostFiles } from './post-files.ts';
import { roomDraftEntry } from './room-draft.ts';
import { unsentEditCount } from './room-edits.ts';

const opened = new Map<string, PostFiles>();

/** The files beside the text box of a room: they wait there while other pages of the app are visited. */
export function roomFiles(entry: string, needs: Parameters<typeof openPostFiles>[0]): PostFiles {
  const files = opened.get(entry) ?? openPostFiles(needs);
  opened.set(entry, files);
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
  if ((editCount() > 0 || waitingNames().length > 0) && !isWorkAbandoned()) event.preventDefault();
});

/** Not those of spaces that one is no longer in, or that are closed: there they can be neither sent nor removed. */
function waitingNames(): string[] {
  const me = meOf(account.read())?.user_id ?? '';
  const mine = queryClient.getQueryData(ownSpaces.queryKey);
  const open = mine?.filter(({ closed_at }) => closed_at === null);
  const entries = open?.map(({ space }) => roomDraftEntry(me, space.space_id));
  const isMine = (entry: string) => entries?.includes(entry) ?? entry.startsWith(roomDraftEntry(me, ''));
  return [...opened].flatMap(([entry, files]) =>
    isMine(entry) ? files.read().map(({ chip }) => chip.name) : [],
  );
}
