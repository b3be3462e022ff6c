import { type Draft, openDraft } from '../../lib/drafts/draft.ts';
import { draftEntryOf } from '../../lib/drafts/entries.ts';
import { firstMessage } from '../../lib/drafts/first-message.ts';
import { toast } from '../../ui/index.ts';

interface HomeDraft extends Draft {
  /** Passes a text on to the chat. It stays a draft until the chat has it, whose code may not load. */
  pass(text: string): void;
}

const opened = new Map<string | null, HomeDraft>();

/** What an account has written on Home and not sent. It waits here while other pages of the app are visited. */
export function homeDraft(account: string | null): HomeDraft {
  const draft = opened.get(account) ?? open(draftEntryOf(account, 'home'));
  opened.set(account, draft);
  return draft;
}

function open(entry: string): HomeDraft {
  const draft = openDraft({ entry, files: () => [], onTexts() {}, onTextsGone() {}, tell: toast });
  let passed: string | null = null;
  /** What was passed on, and stands in a box again because the chat does not have it yet. */
  let shown: string | null = null;
  return {
    ...draft,
    read() {
      const text = draft.read();
      shown = firstMessage.isWaiting(text) ? text : null;
      return text;
    },
    write(text) {
      if (text === shown) return;
      // It has been taken back: the chat does not get it.
      if (shown !== null) firstMessage.take();
      // A box that is emptied because its text was passed on.
      else if (text === '' && passed !== null) return;
      shown = null;
      passed = null;
      draft.write(text);
    },
    pass(text) {
      shown = null;
      passed = text;
      firstMessage.pass(text, () => {
        // Something else may have been written since.
        if (draft.read() === passed) draft.write('');
        shown = null;
        passed = null;
      });
    },
  };
}
