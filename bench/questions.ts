import { coldLoad } from './cold-load.ts';
import { conversationList } from './conversation-list.ts';
import { counts } from './counts.ts';
import { heap } from './heap.ts';
import { longBlocks } from './long-block.ts';
import { longConversation } from './long-conversation.ts';
import { longQuestion } from './long-question.ts';
import { longText } from './long-text.ts';
import { openConversation } from './open-conversation.ts';
import { openRoom } from './open-room.ts';
import { openStored } from './open-stored.ts';
import type { Question } from './question.ts';
import { searchHere } from './search-here.ts';
import { bounds } from './server/bounds.ts';
import { checks } from './server/checks.ts';
import { conversationsOfServer } from './server/conversations.ts';
import { growthOfServer } from './server/growth.ts';
import { images } from './server/images.ts';
import { largeRooms } from './server/large-room.ts';
import { me } from './server/me.ts';
import { newsOfServer } from './server/news.ts';
import { reconnecting } from './server/reconnecting.ts';
import { roomsOfServer } from './server/rooms.ts';
import { searches } from './server/search.ts';
import { messageSearches } from './server/search-messages.ts';
import { signIns } from './server/sign-ins.ts';
import { start } from './server/start.ts';
import { turnsOfServer } from './server/turns.ts';
import { streamFast } from './stream-fast.ts';
import { streamGrowth } from './stream-growth.ts';
import { streamPaced } from './stream-paced.ts';
import { typing } from './typing.ts';

/** Every question, the quick ones first. */
export const questions: readonly Question[] = [
  coldLoad,
  heap,
  openConversation,
  openStored,
  openRoom,
  conversationList,
  searchHere,
  ...counts,
  ...streamFast,
  typing,
  longConversation,
  longQuestion,
  longText,
  streamPaced,
  streamGrowth,
  ...longBlocks,
  checks,
  bounds,
  start,
  signIns,
  images,
  ...me,
  ...growthOfServer,
  ...conversationsOfServer,
  ...roomsOfServer,
  ...largeRooms,
  newsOfServer,
  ...turnsOfServer,
  reconnecting,
  ...searches,
  ...messageSearches,
];

/** The questions meant by words like `cold` or `long-block`: every one whose name begins so; all for no words. */
export function chosen(words: readonly string[]): readonly Question[] {
  const unknown = words.filter((word) => !questions.some(({ name }) => name.startsWith(word)));
  if (unknown.length > 0) {
    const names = questions.map(({ name }) => name).join(', ');
    throw new Error(`No question is called ${unknown.join(' or ')}. There are: ${names}.`);
  }
  if (words.length === 0) return questions;
  return questions.filter(({ name }) => words.some((word) => name.startsWith(word)));
}
