import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { live } from '../../../lib/state/live.ts';
import type { MessageExtras, MessageIntents } from '../view/intents.ts';
import type { ListState } from '../view/list-state.ts';
import type { ListedMessage } from '../view/message.ts';

/** The markup of a message with the id `m` as it stands in a list, its reasoning open. */
export type DrawMessage = (message: ListedMessage) => string;

/** Loads what draws messages, and the Markdown reader. */
export async function messagePainter(): Promise<DrawMessage> {
  // The part of a browser that is checked when the modules load.
  vi.stubGlobal('IntersectionObserver', class {});
  vi.stubGlobal('innerWidth', 1440);
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('addEventListener', () => {});
  const { markdown } = await import('../blocks/load-markdown.ts');
  await markdown.fetch();
  const { MessageView } = await import('../view/message/message-view.tsx');
  const { openEdits } = await import('../view/edit/edits.ts');
  const { RowMemory } = await import('../view/row-memory.ts');
  const idle: ListState = { messages: [], forks: {}, sentFrom: null, pending: { type: 'idle' } };
  const source = live<ListState, never>(idle, (state) => state);
  const extras: MessageExtras = {
    error: () => null,
    author: () => null,
    more: () => null,
    replyItems: [],
    hasQuestion: () => false,
  };
  const row = { position: 1, count: 1, row: () => {}, isNewest: false, canRetry: false, fork: null };
  const open = new Map([['m', { isReasoningOpen: true }]]);
  return (message) =>
    renderToStaticMarkup(
      createElement(
        RowMemory,
        { value: open },
        createElement(MessageView, {
          ...row,
          isFirstSent: false,
          message,
          source,
          edits: openEdits(),
          intents: {} as MessageIntents,
          extras,
        }),
      ),
    );
}
