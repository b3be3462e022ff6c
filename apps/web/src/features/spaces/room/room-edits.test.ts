import { expect, test } from 'vitest';
import { question } from '../../messages/testing/sample-messages.ts';
import { roomEdits, unsentEditCount } from './room-edits.ts';

test('an edit is still there after any number of other spaces, and counts as unsent for its author only', () => {
  const edits = roomEdits('ada', 'first');
  edits.dispatch({ type: 'edit-begun', message: question('m1', 'Hello') });
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  for (let number = 0; number < 20; number++) roomEdits('ada', `space ${number}`);
  expect(roomEdits('ada', 'first').read().m1).toMatchObject({ text: 'Hello there', isOpen: true });
  expect(unsentEditCount('ada')).toBe(1);
  expect(unsentEditCount('ben')).toBe(0);
});
