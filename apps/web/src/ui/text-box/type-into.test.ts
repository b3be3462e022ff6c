import { afterEach, expect, test, vi } from 'vitest';
import { typeInto } from './type-into.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['nothing where nothing is selected leaves the text as it is', '', 3, 3, []],
  ['nothing in place of a selection deletes it', '', 0, 3, [['delete', false, '']]],
  ['a text is typed', 'Hi', 3, 3, [['insertText', false, 'Hi']]],
])('%s', (_, text, selectionStart, selectionEnd, commands) => {
  const box = { selectionStart, selectionEnd, focus() {} } as unknown as HTMLTextAreaElement;
  const execCommand = vi.fn(() => true);
  vi.stubGlobal('document', { activeElement: box, execCommand });
  typeInto(box, text);
  expect(execCommand.mock.calls).toEqual(commands);
});
