import { areKeysKnown, keyNotice, loadSavedKeys, withKeysMasked } from '../../../lib/drafts/saved-keys.ts';
import { toast } from '../../../ui/index.ts';

/** Whether texts may be posted: not while one of them holds a saved key. If not, a toast has said why. */
export function mayPost(texts: readonly string[], what: 'message' | 'edit', sendMasked: () => void): boolean {
  if (!areKeysKnown()) {
    loadSavedKeys().catch(() => {});
    toast({
      title: 'Your message could not be checked for your API keys yet',
      text: 'Send it again in a moment, with an internet connection.',
    });
    return false;
  }
  if (texts.every((text) => withKeysMasked(text) === text)) return true;
  toast(keyNotice(what, sendMasked));
  return false;
}
