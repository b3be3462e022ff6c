import { expect, test } from 'vitest';
import { openEdits } from './edits.ts';
import { stamps, type UserMessage } from './message.ts';

const message: UserMessage = {
  id: 'm1',
  role: 'user',
  ...stamps(0),
  content: 'Hello',
  attachments: [],
  asked: null,
  trouble: null,
  usage: null,
};

test('a box that is asked for again keeps what is typed in it and takes the focus', () => {
  const edits = openEdits();
  edits.tell({ type: 'edit-begun', message });
  edits.tell({ type: 'edit-seen', id: 'm1' });
  edits.tell({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  edits.tell({ type: 'edit-begun', message });
  expect(edits.read()).toEqual({ m1: { text: 'Hello there', attachments: [], isNew: true } });
});
