import { holdsKey, keyInField, keyInText, loadSavedKeys } from '../../lib/drafts/saved-keys.ts';
import { counted } from '../../lib/text/counts.ts';
import { toast } from '../../ui/index.ts';
import { orFail } from '../person/index.ts';

/** What is wrong with a text that others will read, if anything. */
export function textError(text: string, most: number): string {
  if (text.length > most) return `Shorten it to ${counted(most)} characters`;
  return holdsKey(text) ? keyInField : '';
}

/**
 * Whether others may read what was entered: not with a saved key in it; a toast says so, since its field may be hidden.
 * Rejects when the keys are not known.
 */
export async function mayTellOthers(entered: object): Promise<boolean> {
  await orFail('What you entered could not be checked for your API keys', loadSavedKeys());
  if (!holdsKey(JSON.stringify(entered))) return true;
  toast({ tone: 'destructive', ...keyInText });
  return false;
}

/** Moves the focus to the first field of a form that shows an error. Returns whether there is one. */
export function focusWrong(form: Element): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  field?.focus();
  return field !== null;
}
