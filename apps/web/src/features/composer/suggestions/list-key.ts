import { isComposing } from '../../../ui/index.ts';

/** The parts of a key press that matter here. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>;

/** What a key does in the list of suggestions; null: it is meant for the text box. */
export type ListKey = 'next' | 'previous' | 'choose' | 'close' | null;

/** With Shift, and in an input method, keys keep their meaning in the text box. */
export function listKey(press: KeyPress): ListKey {
  if (press.shiftKey || isComposing(press)) return null;
  return keys[press.key] ?? null;
}

const keys: Record<string, ListKey> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'choose',
  Tab: 'choose',
  Escape: 'close',
};
