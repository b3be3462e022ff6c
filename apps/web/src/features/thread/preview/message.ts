import { classes } from '../../../ui/classes.ts';
import spoken from '../../../ui/spoken/spoken.module.css';
import type { ProviderName } from '../../keys/index.ts';
import styles from '../markdown/markdown.module.css';
import { read } from '../markdown/read.ts';
import { contentOf, type Message } from '../message.ts';
import actions from '../message-list/message-actions.module.css';
import view from '../message-list/message-view.module.css';
import author from '../message-list/reply-author.module.css';
import { drawBlocks } from './blocks.ts';
import { buttonRoom, element } from './element.ts';

/** Characters of a message that take no noticeable time. */
const longest = 20_000;
/** An image, or the text of a footnote. */
const rare = /!\[|\[\^[^\s[\]\\`]{1,64}\]:/;
/** Lines of a table that settles its columns: the head, what stands under it, and more than 32 rows. */
const settling = 35;

/** Whether a message is as most are. What is rarer waits for React, and the whole preview with it. */
export function isDrawn(message: Message): boolean {
  if (message.trouble || message.isDeleted) return false;
  if (message.role === 'user' ? message.attachments.length > 0 : message.reasoning || message.isTooLong)
    return false;
  const content = contentOf(message);
  return content.length <= longest && !rare.test(content) && !maySettle(content);
}

function maySettle(text: string): boolean {
  let rows = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    rows = line.includes('|') ? rows + 1 : 0;
    if (rows === settling) return true;
  }
  return false;
}

/** What message-view.tsx shows, but for the buttons. */
export function drawMessage(message: Message, provider: ProviderName | null): HTMLElement {
  const isReply = message.role === 'assistant';
  const who = isReply && (message.asked?.provider ?? provider);
  return element(
    'article',
    {
      class: classes(view.message, view[message.role]),
      'data-role': message.role,
    },
    element('h2', {}, element('span', { class: spoken.spoken }, isReply ? 'Reply' : 'You')),
    ...(who ? [drawAuthor(message.asked?.model ?? null)] : []),
    element('div', { class: view.bubble }, element('div', { 'data-text': 'true' }, drawText(message))),
    element('div', { class: classes(actions.actions, !isReply && actions.user) }, buttonRoom()),
  );
}

/** The model, beside the room of its provider's icon. */
function drawAuthor(model: string | null): HTMLElement {
  const icon = element('span', {});
  icon.style.inlineSize = '22px';
  return element(
    'div',
    { class: author.author },
    icon,
    ...(model ? [element('span', { class: author.model }, model)] : []),
  );
}

function drawText(message: Message): HTMLElement {
  const { blocks, definitions } = read(contentOf(message));
  return element(
    'div',
    { class: styles.markdown },
    ...drawBlocks(blocks, { definitions, breaks: message.role === 'user' }),
  );
}
