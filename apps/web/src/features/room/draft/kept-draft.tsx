import { useEffect, useState } from 'react';
import { useLive } from '../../../lib/state/use-live.ts';
import { KeptText } from '../list/kept-text.tsx';
import type { RoomDraft } from './room-draft.ts';

interface KeptDraftProps {
  draft: Pick<RoomDraft, 'read'> & {
    attached: Pick<RoomDraft['attached'], 'read' | 'listen' | 'start' | 'remove'>;
  };
}

/** What was typed or pasted and cannot be sent, to be read and copied. */
export function KeptDraft({ draft }: KeptDraftProps) {
  const { attached } = draft;
  const [text, setText] = useState('');
  useEffect(() => setText(draft.read().trim()), [draft]);
  const files = useLive(attached, (all) => all);
  return (
    <>
      {text && <KeptText label="Your draft is kept:" text={text} />}
      {files.map(
        ({ id, pasted }) =>
          pasted && (
            <KeptText
              key={id}
              label="Your pasted text is kept:"
              text={pasted.text}
              onDiscard={() => attached.remove(id)}
            />
          ),
      )}
    </>
  );
}
