import { useEffect, useState } from 'react';
import { counted } from '../../../lib/text/counts.ts';
import { Dialog, DialogActions, DialogTitle } from '../../../ui/dialog/index.ts';
import { Button, Notice, Snake, VisuallyHidden } from '../../../ui/index.ts';
import { endedText, replyText, spokenText, TextBody } from '../../messages/index.ts';
import { reasonOf } from '../../person/index.ts';
import { catchUp } from '../../torch/index.ts';
import { summaryStart } from '../engine/room.ts';
import type { PanelProps } from './panel.ts';

/** A short summary of what was written while the reader was away; no one else sees it. */
export function CatchUpDialog({ open, onOpenChange, ...props }: PanelProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogTitle>Catch up</DialogTitle>
      <Summary {...props} />
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Summary({ room, own, me }: Pick<PanelProps, 'room' | 'own' | 'me'>) {
  const { space_id } = own.space;
  const [text, setText] = useState(() => replyText());
  const [hasBegun, setBegun] = useState(false);
  /** Of how many messages it is, where that is not all. */
  const [covered, setCovered] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const [error, setError] = useState<{ title: string; words: string } | null>(null);
  useEffect(() => {
    const stopping = new AbortController();
    let summary = replyText();
    setText(summary);
    setCovered(null);
    const now = room.read();
    catchUp({
      me,
      space_id,
      after: summaryStart(now),
      until: now.rows.at(-1)?.number ?? 0,
      onCut: setCovered,
      onText(more) {
        summary.append(more);
        setBegun(true);
      },
      onSorted(sorted) {
        summary = endedText(sorted);
        setText(summary);
      },
      signal: stopping.signal,
    })
      .catch(reasonOf)
      .then((problem) => {
        summary.end();
        if (stopping.signal.aborted) return;
        const title = summary.value.trim() === '' ? 'No summary' : 'This summary is not complete';
        setError(problem === null ? null : { title, words: problem });
        setSpoken(spokenText(summary.value));
      });
    return () => stopping.abort();
  }, [room, space_id, me]);

  return (
    <>
      <p>Asked with your own key. No one else sees this, and it is not stored.</p>
      {covered !== null && (
        <p>
          This covers the last {covered === 1 ? 'message' : `${counted(covered)} messages`}. Earlier ones did
          not fit.
        </p>
      )}
      {hasBegun ? (
        <>
          <TextBody text={text} />
          <span role="status">
            <VisuallyHidden>{spoken}</VisuallyHidden>
          </span>
        </>
      ) : (
        error === null && <Snake size={24} label="Summarising" />
      )}
      {error !== null && (
        <Notice tone="bad" title={error.title}>
          {error.words}
        </Notice>
      )}
    </>
  );
}
