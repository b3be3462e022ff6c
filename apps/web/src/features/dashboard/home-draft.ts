import { type Draft, openDraft } from '../../lib/drafts/draft.ts';
import { draftEntryOf } from '../../lib/drafts/entries.ts';
import { toast } from '../../ui/index.ts';

const opened = new Map<string | null, Draft>();

/** What an account has written on Home and not sent. It waits here while other pages of the app are visited. */
export function homeDraft(account: string | null): Draft {
  const draft =
    opened.get(account) ??
    openDraft({ entry: draftEntryOf(account, 'home'), files: () => [], onTexts() {}, tell: toast });
  opened.set(account, draft);
  return draft;
}
