import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { ListedConversation } from '../conversation/index.ts';
import { ConversationList } from './conversation-list.tsx';
import { nothingSelected } from './selection.ts';
import { inView } from './views.ts';

const listed = (title: string, rest: Partial<ListedConversation> = {}): ListedConversation => {
  const base = { isPinned: false, isArchived: false, folder: null, deletedAt: null, isErased: false };
  return { id: title, title, createdAt: 0, lastMessageAt: 0, ...base, ...rest };
};

function draw(shown: readonly ListedConversation[]): string {
  vi.stubGlobal('location', new URL('http://localhost/conversations'));
  const markup = renderToStaticMarkup(
    createElement(ConversationList, {
      folders: [],
      label: 'Conversations',
      shown,
      view: 'active',
      selection: nothingSelected,
      onSelect() {},
      onExtend() {},
      onErase() {},
    }),
  );
  vi.unstubAllGlobals();
  return markup;
}

test('conversations are listed, pinned ones first, then the newest, and each leads to its address [CONV-01]', () => {
  const newestFirst = [listed('three'), listed('two', { isPinned: true }), listed('one')];
  const markup = draw(inView(newestFirst, 'active', 0));
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(['/chat/two', '/chat/three', '/chat/one']);
});

test('10,000 conversations are as tall as all their rows, and only those near the screen are in the page [CONV-08]', () => {
  const markup = draw(Array.from({ length: 10_000 }, (_, at) => listed(`Number ${at}`)));
  expect(markup).toContain('style="block-size:calc(var(--row) * 10000)"');
  expect(markup.match(/<li /g)?.length).toBeLessThan(60);
  expect(markup).toContain('aria-setsize="10000" aria-posinset="1"');
});
