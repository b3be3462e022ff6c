import { counted } from '../../lib/text/counts.ts';
/** What is wrong with the length of a text, if anything. */
export const lengthError = (text: string, most: number): string =>
  text.length > most ? `Shorten it to ${counted(most)} characters` : '';

/** Moves the focus to the first field of a form that shows an error. Returns whether there is one. */
export function focusWrong(form: Element): boolean {
  const field = form.querySelector<HTMLElement>('[aria-invalid]');
  field?.focus();
  return field !== null;
}
