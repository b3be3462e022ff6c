import { lazy } from '../../../lib/lazy/lazy.ts';
import { useLazyWhenIdle } from '../../../lib/lazy/use-lazy-when-idle.ts';
import type { ComposerPromptsProps } from '../../prompts/index.ts';
import type { Reply, Thread } from '../../thread/index.ts';
import type { ComposerNotesProps } from './composer-notes.tsx';
import type { ToolsProps } from './tools.tsx';

// The parts beside the text box, above it and under the replies are one file, loaded once the page is ready.
const parts = lazy(() => import('./parts.ts'));

// Once loaded, a row that scrolling renders is complete immediately.
const useParts = () => useLazyWhenIdle(parts);

/** What a slash suggests, above the text box. */
export function Prompts(props: ComposerPromptsProps) {
  const Part = useParts()?.ComposerPrompts;
  return Part && <Part {...props} />;
}

/** The tools beside the text box. */
export function ComposerTools(props: ToolsProps) {
  const Part = useParts()?.Tools;
  return Part && <Part {...props} />;
}

/** The notes above the text box: the chat is longer than the model can read, a budget is nearly used up. */
export function LongChat(props: ComposerNotesProps) {
  const Part = useParts()?.ComposerNotes;
  return Part && <Part {...props} />;
}

/** What a reply used, at the end of the row under it. */
export function Cost(props: { reply: Reply; thread: Thread }) {
  const Part = useParts()?.ReplyCost;
  return Part && <Part {...props} />;
}
