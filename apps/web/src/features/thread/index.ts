export { type Conversation, firstSent, hasEndedWell, type ThreadEvent } from './conversation.ts';
export type { Message, Reply } from './message.ts';
export { endsWithQuestion } from './request.ts';
export type { StoredMessage } from './stored-message.ts';
export { openThread, type StoredThread, type Thread } from './thread.ts';
export { type ThreadIntents, ThreadMessages } from './thread-messages.tsx';
export { transcript } from './transcript.ts';
export { everyMessage, messagesBefore } from './versions.ts';
