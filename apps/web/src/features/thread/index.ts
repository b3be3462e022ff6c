export { markFields, marksIn } from './marks.ts';
export type { Message, Reply } from './message.ts';
export type { PlainMessage, PlainThread } from './plain-message.ts';
export { endsWithQuestion } from './request.ts';
export { openThread, type Thread } from './thread.ts';
export { type ThreadIntents, ThreadMessages } from './thread-messages.tsx';
export { firstSent, hasEndedWell, type ThreadEvent, type ThreadState } from './thread-state.ts';
export { transcript } from './transcript.ts';
export { everyMessage, messagesBefore } from './versions.ts';
