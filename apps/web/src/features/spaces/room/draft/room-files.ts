import { queryClient } from '../../../../api/query-client.ts';
import { draftEntryOf } from '../../../../lib/drafts/entries.ts';
import { type StoredTexts, storedTexts } from '../../../../lib/drafts/pasted-texts.ts';
import { holdsKey, savedKeysChanged } from '../../../../lib/drafts/saved-keys.ts';
import { pastedTexts } from '../../../../lib/drafts/text-database.ts';
import { registerUnsavedWork } from '../../../../lib/drafts/unsaved-work.ts';
import { storage, tabStorage } from '../../../../lib/state/storage.ts';
import { account, meOf } from '../../../account/index.ts';
import { isPostAtRisk } from '../../../post/outbox.ts';
import { ownSpaces } from '../../../space/index.ts';
import { openPostFiles, type PostFiles } from '../engine/post-files.ts';
import { unsentEditCount } from './room-edits.ts';

const opened = new Map<string, { files: PostFiles; texts: StoredTexts }>();

const keyOf = (user_id: string, space_id: string) => `${user_id}.${space_id}`;

/** The files beside the text box of a room: they wait there while other pages of the app are visited. */
export function roomFiles(
  user_id: string,
  space_id: string,
  needs: Parameters<typeof openPostFiles>[0],
): PostFiles {
  const key = keyOf(user_id, space_id);
  const known = opened.get(key);
  if (known) return known.files;
  const files = openPostFiles(needs);
  const texts = storedTexts({
    entry: draftEntryOf(user_id, space_id),
    tab: tabStorage,
    browser: storage,
    texts: pastedTexts,
    holdsKey,
  });
  files.listen(() => texts.keep(files.read().flatMap(({ pasted }) => pasted ?? [])));
  void texts.read().then(files.restoreTexts);
  opened.set(key, { files, texts });
  return files;
}

savedKeysChanged.listen(() => {
  for (const { texts } of opened.values()) texts.onKeysChange();
});

const editCount = () => unsentEditCount(meOf(account.read())?.user_id ?? '');

// A file cannot be stored for the next visit as a draft can.
registerUnsavedWork({
  words() {
    const names = waitingNames();
    return names.length > 0 ? `unsent files in spaces (${names.join(', ')})` : null;
  },
});
registerUnsavedWork({
  words() {
    const count = editCount();
    if (count === 0) return null;
    return count === 1 ? 'an unsent edit in a space' : `${count} unsent edits in spaces`;
  },
});
registerUnsavedWork({ words: () => null, isLostWithTab: isPostAtRisk });

/** Not those of spaces that one is no longer in, or that are closed: there they can be neither sent nor removed. */
function waitingNames(): string[] {
  const me = meOf(account.read())?.user_id ?? '';
  const mine = queryClient.getQueryData(ownSpaces.queryKey);
  const open = mine?.filter(({ closed_at }) => closed_at === null);
  const keys = open?.map(({ space }) => keyOf(me, space.space_id));
  const isMine = (key: string) => keys?.includes(key) ?? key.startsWith(keyOf(me, ''));
  return [...opened].flatMap(([key, { files, texts }]) => {
    const atRisk = new Set(texts.atRisk());
    const toLose = files.read().filter(({ name, pasted }) => !pasted || atRisk.has(name));
    return isMine(key) ? toLose.map(({ name }) => name) : [];
  });
}
