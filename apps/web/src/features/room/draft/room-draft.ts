import { type Draft, openDraft } from '../../../lib/drafts/draft.ts';
import { draftEntryOf } from '../../../lib/drafts/entries.ts';
import { toast } from '../../../ui/index.ts';
import { type Edits, openEdits, unsentEdits } from '../../messages/index.ts';
import type { PostFiles } from '../engine/post-files.ts';

/** How the text of a draft is to be posted. */
interface PostOptions {
  isOffRecord: boolean;
  /** The post it replies to. */
  replyTo: string | null;
}

/** What one person has written in one space and not sent; its text and options are restored after a reload. */
export interface RoomDraft extends Draft<PostOptions> {
  /** Beside the text box. */
  attached: PostFiles;
  /** The posts that are being edited. */
  edits: Edits;
  editCount(): number;
}

export function openRoomDraft(user_id: string, space_id: string, attached: PostFiles): RoomDraft {
  const edits = openEdits();
  const draft = openDraft({
    entry: draftEntryOf(user_id, space_id),
    optionsIn,
    files: attached.read,
    onTexts: attached.restoreTexts,
    onTextsGone: attached.removeTexts,
    tell: toast,
  });
  attached.listen(draft.onFilesChange);
  // So that what is typed first has the options of this tab.
  draft.read();
  return { ...draft, attached, edits, editCount: () => unsentEdits(edits.read()).length };
}

function optionsIn(stored: unknown): PostOptions {
  const { isOffRecord, replyTo } = Object(stored) as Partial<PostOptions>;
  return { isOffRecord: isOffRecord === true, replyTo: typeof replyTo === 'string' ? replyTo : null };
}
