import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { ConversationList } from './conversation-list.tsx';
import { nothingSelected } from './selection.ts';

test('10,000 conversations are as tall as all their rows, and only those near the screen are in the page [CONV-08]', () => {
  vi.stubGlobal('location', new URL('http://localhost/conversations'));
  const shown = Array.from({ length: 10_000 }, (_, at): ListedConversation => {
    const base = { isPinned: false, isArchived: false, folder: null, deletedAt: null, isErased: false };
    return { id: `c${at}`, title: `Number ${at}`, createdAt: 0, lastMessageAt: 0, ...base };
  });
  const markup = renderToStaticMarkup(
    createElement(ConversationList, {
      folders: [],
      label: 'Conversations',
      shown,
      view: 'active',
      selection: nothingSelected,
      onSelect() {},
      onErase() {},
    }),
  );
  vi.unstubAllGlobals();
  expect(markup).toContain('style="block-size:calc(var(--row) * 10000)"');
  expect(markup.match(/<li /g)?.length).toBeLessThan(60);
  expect(markup).toContain('aria-setsize="10000" aria-posinset="1"');
});
