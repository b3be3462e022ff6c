import { expect, test } from 'vitest';
import { fakeStorage } from '../testing/stored.ts';
import { formDraft } from './form-draft.ts';

const entry = 'polylogue.typed.profile';

test('typed text is restored for the person who typed it, and for no one else', () => {
  const draft = formDraft(fakeStorage(), entry);
  draft.write('ada', { bio: 'Half a sen' });
  expect(draft.read('ada')).toEqual({ bio: 'Half a sen' });
  expect(draft.read('grace')).toEqual({});
});

test('when nothing typed is left, nothing is stored', () => {
  const stored = fakeStorage();
  const draft = formDraft(stored, entry);
  draft.write('ada', { bio: 'x' });
  draft.write('ada', {});
  expect(stored.entries.size).toBe(0);
});

test.each(['', 'nonsense', '[]', '{"owner":"ada"}', '{"owner":"ada","typed":{"bio":1}}', 'null'])(
  'what something else has stored there is ignored: %s',
  (text) => {
    expect(formDraft(fakeStorage(false, { [entry]: text }), entry).read('ada')).toEqual({});
  },
);
