import { isBlank } from '@polylogue/sync';
import { mentionsAi } from '@polylogue/sync/spaces';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { takeTyped } from '../../../lib/page/typed-ahead.ts';
import type { Live } from '../../../lib/state/live.ts';
import { useLive } from '../../../lib/state/use-live.ts';
import { DocumentIcon, DropHint, IconButton, isComposing, SendIcon } from '../../../ui/index.ts';
import { AttachedFiles, UploadButton, useFileDrop } from '../../composer/files/index.ts';
import { Composer, type TextBox } from '../../composer/index.ts';
import { useSuggestions } from '../../composer/suggestions/index.ts';
import { usePrompts } from '../../prompts/index.ts';
import { aiNameOf, asksAi } from '../words/asking.ts';
import {
  AskingNote,
  AskToggle,
  OffRecordNote,
  OffRecordToggle,
  ReplyLine,
  SlowNote,
} from './composer-parts.tsx';
import { editLast } from './edit-last.ts';
import { peopleSource } from './people-source.tsx';
import styles from './room-composer.module.css';
import type { RoomDraft } from './room-draft.ts';
import { sayRefused } from './say-refused.ts';
import { type PostingProps, usePosting } from './use-posting.ts';

export interface DraftQuestion {
  /** Nobody asks: the AI answers every message. */
  isAutomatic: boolean;
  /** How many files are beside the text. */
  attached: number;
}

export interface OpenComposerProps extends PostingProps {
  replying: Live<string | null, string | null>;
  /** Shown while a post is to ask the AI: what is sent to whom. */
  beforeTurn?: (asked: DraftQuestion) => ReactNode;
}

/** People after an @, prompts after a slash. */
function useRoomSuggestions({ room, own, me }: OpenComposerProps, box: RefObject<TextBox | null>) {
  const { source, dialogs } = usePrompts(box);
  const [sources] = useState(() => [peopleSource(room, own.space.space_id, me), source]);
  return { ...useSuggestions(sources, box), dialogs };
}

/** Where a member writes to everyone in a space, with files, off the record, or to ask its AI. */
export function OpenComposer(props: OpenComposerProps) {
  const { room, own, me, draft, replying, beforeTurn } = props;
  const { space } = own;
  const box = useRef<TextBox>(null);
  const reply = useLive(replying, (id) => id);
  const answered = useLive(room, ({ rows }) => rows.find(({ message_id }) => message_id === reply));
  const { dialogs, ...suggestions } = useRoomSuggestions(props, box);
  const [isOffRecord, setOffRecord] = useState(() => draft.options().isOffRecord);
  const [isSwitched, setSwitched] = useState(false);
  const [isAiMentioned, setAiMentioned] = useState(() => mentionsAi(draft.read(), space));
  const isAsking = asksAi(space.ai_mode, { isSwitched, isAiMentioned, isOffRecord });
  const isAutomatic = space.ai_mode === 'always' && !isAiMentioned;
  const { files, attach, isUploading, send } = usePosting(props, box, {
    reply: typeof answered?.deleted_at === 'number' ? null : reply,
    isOffRecord,
    isAsking,
    onPosted: forget,
  });
  const waiting = useLive(files, (all) => all);
  const isFileOver = useFileDrop(attach, box, (words) => sayRefused('Not added', words));

  const replaced = useEffectEvent(() => {
    const { isOffRecord, replyTo } = draft.options();
    box.current?.put(draft.read());
    setSwitched(false);
    setOffRecord(isOffRecord);
    replying.dispatch(draft.read() === '' ? null : replyTo);
  });
  useEffect(() => draft.replaced.listen(() => replaced()), [draft]);
  useEffect(() => draft.setOptions({ isOffRecord, replyTo: reply }), [draft, isOffRecord, reply]);
  useEffect(() => {
    if (reply) box.current?.focus();
  }, [reply]);
  useArrival(box, draft);

  const written = {
    read: draft.read,
    write(text: string) {
      setAiMentioned(mentionsAi(text, space));
      draft.write(text);
      if (!isBlank(text)) room.typing();
    },
  };

  function forget() {
    // An answer costs money, so asking must be chosen for each question.
    setSwitched(false);
    replying.dispatch(null);
  }

  function pressed(event: KeyboardEvent): boolean {
    if (suggestions.pressed(event)) return true;
    const isEscape = event.key === 'Escape' && reply !== null && !isComposing(event);
    if (isEscape) replying.dispatch(null);
    return isEscape;
  }

  return (
    <div className={styles.foot} data-off-record={isOffRecord || undefined}>
      {space.slow_seconds > 0 && own.role === 'member' && <SlowNote seconds={space.slow_seconds} />}
      <Composer
        ref={box}
        label={isAsking && !isAutomatic ? `Ask ${aiNameOf(space)}` : 'Write to everyone'}
        box={{
          ...suggestions.box,
          placeholder: isAsking && !isAutomatic ? `Ask ${aiNameOf(space)}` : `Message ${space.name}`,
          readOnly: isUploading,
        }}
        draft={written}
        onSend={send}
        onKey={pressed}
        editLast={() => editLast(room.read(), me, draft.edits)}
        attach={attach}
        above={
          <>
            {suggestions.list}
            {dialogs}
            {reply !== null && <ReplyLine to={answered} onEnd={() => replying.dispatch(null)} />}
            <AttachedFiles files={waiting} attach={attach} onRemove={attach.remove} box={box} />
            {isOffRecord && <OffRecordNote />}
            {isAsking && <AskingNote>{beforeTurn?.({ isAutomatic, attached: waiting.length })}</AskingNote>}
          </>
        }
        tools={
          <>
            <UploadButton label="Add files" onFiles={attach.add}>
              <DocumentIcon />
            </UploadButton>
            <OffRecordToggle
              isOn={isOffRecord}
              onChange={(isOn) => {
                setOffRecord(isOn);
                setSwitched(false);
              }}
            />
            {space.ai_mode === 'mentioned' && (
              <AskToggle
                aiName={aiNameOf(space)}
                isOn={isAsking}
                // Text that mentions the AI asks it either way.
                isFixed={isAiMentioned && !isOffRecord}
                onChange={(isOn) => {
                  setSwitched(isOn);
                  setOffRecord(false);
                  box.current?.focus();
                }}
              />
            )}
          </>
        }
        end={
          <IconButton type="submit" label="Send message" tone="accent">
            <SendIcon />
          </IconButton>
        }
      />
      {isFileOver && <DropHint>Drop files to add them to your message</DropHint>}
    </div>
  );
}

/** Gives the box the focus, and what was typed before it was there. */
function useArrival(box: RefObject<TextBox | null>, draft: RoomDraft) {
  useEffect(() => {
    // Do not take the focus from the search or a dialog.
    if (!document.activeElement?.closest('input, textarea, [role=dialog]')) box.current?.takeFocus();
    const typed = takeTyped();
    if (typed) box.current?.put(draft.read() + typed);
  }, [box, draft]);
}
