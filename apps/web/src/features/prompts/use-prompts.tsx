import { type ReactNode, type RefObject, useState } from 'react';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { nextFrame } from '../../lib/schedule/frame.ts';
import type { TextBox } from '../composer/index.ts';
import type { SuggestionSource } from '../composer/suggestions/index.ts';
import { useRecords } from '../conversation/index.ts';
import type { PromptRequest } from './prompt-request.ts';
import { promptSource } from './prompt-source.tsx';

const dialogs = lazy(() => import('./prompt-dialogs.tsx'));

interface Prompts {
  source: SuggestionSource;
  /** To be shown beside the box. */
  dialogs: ReactNode;
}

/** The library of prompts beside a text box: suggestions after a slash, and the dialogs that they open. */
export function usePrompts(box: RefObject<TextBox | null>): Prompts {
  const [request, setRequest] = useState<PromptRequest | null>(null);
  const [source] = useState(() =>
    promptSource({
      fill: (prompt) => setRequest({ type: 'fill', prompt }),
      openLibrary: () => setRequest({ type: 'library' }),
    }),
  );
  // So that they have been read by the time someone writes a slash.
  useRecords();
  const Dialogs = useLazy(dialogs, request !== null);

  function write(text: string) {
    setRequest(null);
    // The dialog has given the focus back by then.
    nextFrame(() => {
      box.current?.focus();
      box.current?.insert(text);
    });
  }

  return {
    source,
    dialogs: Dialogs && request && (
      <Dialogs.PromptDialogs
        request={request}
        onRequest={setRequest}
        onWrite={write}
        onClose={() => setRequest(null)}
      />
    ),
  };
}
