import { expect, test } from 'vitest';
import { formDraft } from './form-draft.ts';

function storage(content: Record<string, string> = {}) {
  return {
    content,
    read: (name: string) => content[name] ?? null,
    write: (name: string, value: string) => {
      content[name] = value;
      return true;
    },
    remove: (name: string) => void delete content[name],
  };
}

test('typed text is restored for the person who typed it, and for no one else', () => {
  const draft = formDraft(storage(), 'profile');
  draft.write('ada', { bio: 'Half a sen' });
  expect(draft.read('ada')).toEqual({ bio: 'Half a sen' });
  expect(draft.read('grace')).toEqual({});
});

test('when nothing typed is left, nothing is stored', () => {
  const stored = storage();
  const draft = formDraft(stored, 'profile');
  draft.write('ada', { bio: 'x' });
  draft.write('ada', {});
  expect(stored.content).toEqual({});
});

test.each(['', 'nonsense', '[]', '{"owner":"ada"}', '{"owner":"ada","typed":{"bio":1}}', 'null'])(
  'what something else has stored there is ignored: %s',
  (text) => {
    expect(formDraft(storage({ 'polylogue.typed.profile': text }), 'profile').read('ada')).toEqual({});
  },
);
