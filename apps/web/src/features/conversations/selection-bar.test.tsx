import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SelectionBar } from './selection-bar.tsx';

const conversation = {
  title: 'Snakes',
  createdAt: 0,
  lastMessageAt: 0,
  isPinned: false,
  isArchived: false,
  folder: null,
  deletedAt: null,
  isErased: false,
};
const nothing = () => {};

test('of thousands of conversations those selected are counted with separators [CONV-16]', () => {
  const selected = Array.from({ length: 2800 }, (_, at) => ({ ...conversation, id: `${at}` }));
  const does = { onAll: nothing, onNone: nothing, onErase: nothing };
  const bar = renderToStaticMarkup(<SelectionBar selected={selected} shown={3000} view="active" {...does} />);
  expect(bar.replace(/<[^>]*>/g, '')).toMatch(/^2,800 selected.*Select all 3,000/);
});
