import { syncLimits } from '@polylogue/sync';
import { useEffect, useRef, useState } from 'react';
import { holdsKey } from '../../../lib/drafts/saved-keys.ts';
import { beforeLeaving } from '../../../lib/drafts/unsaved-work.ts';
import { Unsaved } from '../../../ui/dialog/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area/index.ts';
import { ownInstructionsOf } from './instructions.ts';
import { useRecordListWhole, useRecords } from './use-records.ts';
import { writeOwnInstructions } from './write.ts';

/** Milliseconds after the last key press until it is stored. */
const pause = 500;

interface OwnInstructionsProps {
  /** Told whether something was typed that cannot be stored, where no FormDialog around it asks about that. */
  onLosable?(isLosable: boolean): void;
}

/** How one wants to be answered in all conversations. Stored as it is written; there is nothing to save. */
export function OwnInstructions({ onLosable }: OwnInstructionsProps) {
  const stored = ownInstructionsOf(useRecords());
  // Typed before they are here, the first letters would replace them on all devices.
  const isRead = useRecordListWhole();
  /** What was typed and is not stored yet; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? stored;
  const most = syncLimits.instructionsLength;
  const isStorable = !holdsKey(text) && text.length <= most;
  const flush = useRef(() => {});

  flush.current = () => {
    if (typed === null || !isStorable) return;
    void writeOwnInstructions(typed).then((isStored) => {
      if (isStored) setTyped((now) => (now === typed ? null : now));
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each key press
  useEffect(() => {
    const timer = setTimeout(() => flush.current(), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => () => flush.current(), []);
  useEffect(() => beforeLeaving(() => flush.current()), []);
  const isLosable = typed !== null && !isStorable;
  useEffect(() => onLosable?.(isLosable), [onLosable, isLosable]);

  return (
    <>
      <Unsaved when={isLosable} />
      <TextArea
        label="Instructions for all conversations"
        hint="What every model is told before your first message: who you are, how you want to be answered. A conversation can leave them out. They are not sent in spaces, which have their own."
        typed={text.length}
        most={most}
        readOnly={!isRead}
        placeholder={isRead ? undefined : 'Loading…'}
        value={text}
        error={
          holdsKey(text) &&
          'This looks like your API key: it is neither stored nor sent. Take it out, then the rest is stored.'
        }
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => flush.current()}
      />
    </>
  );
}
