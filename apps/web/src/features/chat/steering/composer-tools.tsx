import { useEffect, useState } from 'react';
import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazy } from '../../../lib/lazy/use-lazy.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import type { Reply, Thread } from '../../thread/index.ts';
import type { LongChatNoteProps } from './long-chat-note.tsx';
import type { ToolsProps } from './tools.tsx';

// What stands beside the text box, over it and under the replies comes as one file, once the page stands.
const parts = lazy(() => import('./parts.ts'));

function useParts() {
  // A row that comes later, while one scrolls, has all of itself at once.
  const [isIdle, setIdle] = useState(() => parts.now() !== undefined);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return useLazy(parts, isIdle);
}

/** The tools beside the text box. */
export function ComposerTools(props: ToolsProps) {
  const Part = useParts()?.Tools;
  return Part && <Part {...props} />;
}

/** What is said over the text box when the chat is longer than the model reads. */
export function LongChat(props: LongChatNoteProps) {
  const Part = useParts()?.LongChatNote;
  return Part && <Part {...props} />;
}

/** What a reply took, at the end of the row under it. */
export function Cost(props: { reply: Reply; thread: Thread }) {
  const Part = useParts()?.ReplyCost;
  return Part && <Part {...props} />;
}
