import type { OwnSpace } from '@polylogue/contract';
import { isBlank, newId, spaceLimits } from '@polylogue/sync';
import { asksByMode } from '@polylogue/sync/spaces';
import { type RefObject, useEffect, useState } from 'react';
import { loadSavedKeys, withKeysMasked } from '../../../lib/drafts/saved-keys.ts';
import type { Live } from '../../../lib/state/live.ts';
import { counted } from '../../../lib/text/counts.ts';
import { toast } from '../../../ui/index.ts';
import type { TextBox } from '../../composer/index.ts';
import type { WantedModel } from '../../post/outbox.ts';
import { mayPost } from '../engine/key-check.ts';
import type { OpenRoom } from '../engine/open-room.ts';
import type { PostFiles } from '../engine/post-files.ts';
import { ownQuestionWaits } from '../words/queue.ts';
import type { LeftOut } from './left-out.ts';
import type { RoomDraft } from './room-draft.ts';
import { sayRefused } from './say-refused.ts';

export interface PostingProps {
  room: OpenRoom;
  own: OwnSpace;
  me: string;
  draft: RoomDraft;
  ownPosts: Live<number, 'posted'>;
  /** The model that a question is for, among those that can be asked. */
  wanted: Pick<Live<WantedModel | null>, 'read'>;
  leftOut: Pick<LeftOut, 'read' | 'dispatch'>;
}

interface PostingNeeds {
  /** The post it answers. */
  reply: string | null;
  isOffRecord: boolean;
  isAsking: boolean;
  onPosted(): void;
}

/** Posts the text of a box with the files beside it. */
export function usePosting(
  { room, own, me, draft, ownPosts, wanted, leftOut }: PostingProps,
  box: RefObject<TextBox | null>,
  { reply, isOffRecord, isAsking, onPosted }: PostingNeeds,
) {
  const files = draft.attached;
  const [isUploading, setUploading] = useState(false);
  useEffect(() => void loadSavedKeys().catch(() => {}), []);

  function send(body: string): boolean {
    if (isBlank(body) && files.read().length === 0) return false;
    if (body.length > spaceLimits.bodyLength)
      return refuseLength('This message is too long', 'has', body.length);
    if (!files.fit()) return false;
    const pasted = files.read().flatMap((one) => (one.pasted && !one.ready ? one.pasted.text : []));
    if (!mayPost([body, ...pasted], 'message', sendMasked)) return false;
    if (pasted.length > 0) {
      void uploadTexts();
      return false;
    }
    const isAsked = isAsking && !asksByMode(body, own.space);
    if (isAsked && ownQuestionWaits(room.read(), me))
      return sayRefused('Your last question is still waiting', 'Withdraw it, or wait for its answer');
    const taken = files.take();
    if (!taken) return sayRefused('A file is not uploaded yet', 'Wait for it, retry it or remove it');
    const isStored = room.post({
      body,
      reply_to: reply,
      files: taken,
      is_off_record: isOffRecord,
      turn_id: isAsking ? newId() : null,
      wants: isAsking ? wanted.read() : null,
      ...(isAsking && { left_out: [...leftOut.read()].slice(0, spaceLimits.leftOut) }),
    });
    // A message for everyone takes nothing along: the choice is for the next question.
    if (isAsking) leftOut.dispatch({ type: 'posted' });
    ownPosts.dispatch('posted');
    onPosted();
    box.current?.takeFocus();
    if (!isStored)
      sayRefused('This browser cannot store your message', 'Keep this page open until it is sent');
    return true;
  }

  /** The message waits for its pasted texts, and is not changed meanwhile. */
  async function uploadTexts() {
    if (isUploading) return;
    setUploading(true);
    await files.uploadTexts();
    setUploading(false);
    // A text that could not be uploaded says why.
    if (files.read().every(({ pasted, ready }) => !pasted || ready)) sendFromBox();
  }

  /** Whoever has left the room, or may no longer post there, has no box. */
  function sendFromBox() {
    if (box.current) return box.current.send();
    sayRefused('Your message was not sent', `It is kept in ${own.space.name}. Send it again there.`);
  }

  function sendMasked() {
    files.changeTexts(withKeysMasked);
    box.current?.put(withKeysMasked(draft.read()));
    sendFromBox();
  }

  const length = () => draft.read().length;
  return { files, attach: besideBox(files, length, () => box.current?.focus()), isUploading, send };
}

/** Puts files and long texts beside the box, and back into it, as far as a post holds them. */
function besideBox(files: PostFiles, lengthOfText: () => number, focusBox: () => void) {
  return {
    ...files,
    add(added: readonly File[]) {
      void files.add(added);
      focusBox();
    },
    remove(id: string) {
      const act = files.remove(id);
      if (act) toast({ title: 'File removed', action: { label: 'Undo', act } });
    },
    takeText(id: string): string | null {
      const { length = 0 } = files.find(id)?.pasted?.text ?? '';
      const whole = length + lengthOfText();
      if (whole <= spaceLimits.bodyLength) return files.takeText(id);
      refuseLength('This would make the message too long', 'would have', whole);
      return null;
    },
  };
}

const refuseLength = (title: string, has: string, length: number) =>
  sayRefused(
    title,
    `It ${has} ${counted(length)} characters; ${counted(spaceLimits.bodyLength)} are allowed`,
  );
