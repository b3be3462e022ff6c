import { hasEnded } from '@polylogue/sync/turns';
import { contentOf, spokenText } from '../../messages/index.ts';
import { turnWords } from '../words/turn-words.ts';
import type { Post, TurnMessage } from './lines.ts';
import type { ListedPosts } from './posts.ts';

const longest = 300;

/** What a screen reader announces in a room: posts by others, notices, and answers once they have ended. */
export function announcements(before: ListedPosts, now: ListedPosts): string[] {
  const last = newest(before);
  if (before === now || last === null) return [];
  const open = new Set(before.messages.filter(isOpen).map(({ id }) => id));
  return now.messages.flatMap((line) => {
    const isNew = line.row !== null && line.row.number > last;
    if (line.role === 'assistant') {
      return (isNew || open.has(line.id)) && !isOpen(line) ? answerWords(line) : [];
    }
    return isNew && (line.by || line.row?.kind === 'notice') ? postWords(line) : [];
  });
}

/** Several of them as sentences, each with one end. */
export const inOneBreath = (news: readonly string[]): string =>
  news.map((one, at) => (at < news.length - 1 && !/[.!?…]$/.test(one) ? `${one}.` : one)).join(' ');

const newest = ({ messages }: ListedPosts) => messages.findLast(({ row }) => row)?.row?.number ?? null;

const isOpen = (line: Post | TurnMessage) => line.role === 'assistant' && !hasEnded(line.turn);

const beginning = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

function postWords({ row, by, content, files }: Post): string {
  const text = beginning(content);
  if (row?.kind === 'notice') return text;
  return `${by?.name}: ${[text, ...files.map(({ name }) => name)].filter(Boolean).join(', ')}`;
}

function answerWords(line: TurnMessage): string {
  const text = beginning(spokenText(contentOf(line)));
  const isAsker = line.names.who(line.row.by_id) === 'you';
  const words = turnWords(line.turn, { ...line, hasText: text !== '', isLent: true, isAsker, now: 0 });
  if (line.turn.state === 'done' && text !== '') {
    return [`${line.aiName} has answered: ${text}`, words].filter(Boolean).join(' ');
  }
  return `${line.aiName}: ${words}`;
}
