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
/**
 * A table that settles its columns, having more than 32 rows, an image, or the text of a footnote. Each matches in one
 * way only: a rule that can in many tries them all before it gives up, and opening a conversation waits for it.
 */
const rare = /^(?:[^|\n]*\|.*\n){34}[^|\n]*\||!\[|\[\^[^\]\n]{1,999}\]:/m;

/** Whether a message is as most are. What is rarer waits for React, and the whole preview with it. */
export function isDrawn(message: Message): boolean {
  if (message.trouble || message.isDeleted) return false;
  if (message.role === 'user' ? message.attachments.length > 0 : message.reasoning || message.isTooLong)
    return false;
  const content = contentOf(message);
  return content.length <= longest && !rare.test(content);
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
