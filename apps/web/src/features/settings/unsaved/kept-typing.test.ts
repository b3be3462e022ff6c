import { expect, test } from 'vitest';
import { keptTyping } from './kept-typing.ts';

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

test('what was typed comes back to whoever typed it, and to nobody else', () => {
  const kept = keptTyping(storage(), 'profile');
  kept.write('ada', { bio: 'Half a sen' });
  expect(kept.read('ada')).toEqual({ bio: 'Half a sen' });
  expect(kept.read('grace')).toEqual({});
});

test('when nothing is typed any more, nothing is kept', () => {
  const shelf = storage();
  const kept = keptTyping(shelf, 'profile');
  kept.write('ada', { bio: 'x' });
  kept.write('ada', {});
  expect(shelf.content).toEqual({});
});

test.each(['', 'nonsense', '[]', '{"owner":"ada"}', '{"owner":"ada","typed":{"bio":1}}', 'null'])(
  'what somebody else has written there is nothing: %s',
  (text) => {
    expect(keptTyping(storage({ 'polylogue.typed.profile': text }), 'profile').read('ada')).toEqual({});
  },
);
