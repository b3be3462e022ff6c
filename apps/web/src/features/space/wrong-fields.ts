import { holdsKey, keyInField } from '../../lib/drafts/saved-keys.ts';
import { counted } from '../../lib/text/counts.ts';
/** What is wrong with a text that others will read, if anything. */
export function textError(text: string, most: number): string {
  if (text.length > most) return `Shorten it to ${counted(most)} characters`;
  return holdsKey(text) ? keyInField : '';
}

/** Moves the focus to the first field of a form that shows an error. Returns whether there is one. */
export function focusWrong(form: Element): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  field?.focus();
  return field !== null;
}
