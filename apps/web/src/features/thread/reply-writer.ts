import { newId } from '@polylogue/sync';
import type { Clock } from '../../lib/schedule/clock.ts';
import type { AnswerEvent, Choice, Usage } from '../keys/index.ts';
import { lastMessage, replyText } from '../messages/index.ts';
import { type ModelRef, type Reply, stamps } from './message.ts';
import { arrivedTexts, sortedReply } from './sorted-reply.ts';
import type { ThreadEvent, ThreadState } from './thread-state.ts';

/** The thread that a reply is written into. */
export interface Written {
  read(): ThreadState;
  dispatch(event: ThreadEvent): void;
  clock: Pick<Clock, 'now'>;
  /** UTF-16 code units of a reply that are displayed. */
  limit: number;
}

interface ReplyWriterOptions {
  /** The model that was asked. */
  asked: ModelRef | null;
  choice: Choice | null;
  /** The model in the settings. */
  usual: ModelRef | null;
  /** It adds to the last reply. */
  isContinuing: boolean;
}

/** Writes one answer into the last reply. */
export function replyWriter(
  { read, dispatch, clock, limit }: Written,
  { asked: first, choice, usual, isContinuing }: ReplyWriterOptions,
) {
  let asked = first;
  let hasStarted = false;
  let hasText = false;
  let hasThought = false;
  /** The last report; each one is the total. */
  let usage: Usage | null = null;

  const reply = () => {
    const message = lastMessage(read().messages);
    return message?.role === 'assistant' ? message : null;
  };
  const change = (changes: Partial<Reply>) => dispatch({ type: 'reply-changed', change: changes });

  function begin() {
    if (hasStarted) return;
    hasStarted = true;
    if (!isContinuing)
      return dispatch({ type: 'reply-started', reply: newReply({ asked, choice, usual }, clock.now()) });
    for (const growing of textsOf(reply())) growing.reopen();
    dispatch({ type: 'reply-resumed', asked });
  }

  function write(delta: string) {
    const growing = reply();
    if (!growing) return;
    growing.arrived?.text.append(delta);
    const room = limit - growing.text.length;
    if (!growing.isTooLong && delta.length <= room) return growing.text.append(delta);
    if (growing.isTooLong) return void growing.rest.push(delta);
    // Does not cut between the halves of a surrogate pair.
    const isPair = room > 0 && /[\uD800-\uDBFF]/.test(delta.charAt(room - 1));
    const cut = isPair ? room - 1 : room;
    growing.text.append(delta.slice(0, cut));
    growing.rest.push(delta.slice(cut));
    change({ isTooLong: true });
  }

  function think(delta: string) {
    const growing = reply();
    if (!growing) return;
    const { reasoning, thinkingSince, thoughtFor, arrived } = growing;
    if (isContinuing && !hasThought)
      for (const before of [reasoning, arrived?.reasoning]) if (before?.length) before.append('\n\n');
    hasThought = true;
    reasoning?.append(delta);
    arrived?.reasoning?.append(delta);
    if (arrived && !arrived.reasoning) change({ arrived: { ...arrived, reasoning: replyText(delta) } });
    const isNew = thinkingSince === null && !hasText;
    if (reasoning && !isNew) return;
    // Time spent thinking before a cut-off counts, too.
    const since = isNew ? { thinkingSince: clock.now() - (thoughtFor ?? 0), thoughtFor: null } : {};
    change({ reasoning: reasoning ?? replyText(delta), ...since });
  }

  function stopThinking() {
    const since = reply()?.thinkingSince ?? null;
    if (since !== null) change({ thinkingSince: null, thoughtFor: Math.max(0, clock.now() - since) });
  }

  function named(model: string) {
    if (!asked || asked.model === model) return;
    asked = { ...asked, model };
    // A continued reply stays attributed to the model that began it.
    if (hasStarted && !isContinuing) change({ asked });
  }

  return {
    take(event: AnswerEvent) {
      if (event.type === 'text' && event.text !== '') {
        begin();
        if (!hasText) stopThinking();
        hasText = true;
        write(event.text);
      } else if (event.type === 'reasoning' && event.text !== '') {
        begin();
        think(event.text);
      } else if (event.type === 'model') named(event.model);
      else if (event.type === 'usage') usage = event.usage;
    },

    /** At the end the reply shows which part of its text was reasoning. */
    end() {
      const isStreaming = read().pending.type === 'streaming';
      if (isStreaming) stopThinking();
      for (const grown of textsOf(reply())) grown.end();
      const written = reply();
      if (!isStreaming || !written) return;
      const { text, reasoning } = arrivedTexts(written);
      const sorted = sortedReply(text, reasoning, limit);
      if (sorted.arrived) change(sorted);
    },

    /** The model that answers, by the name in its answer. */
    asked: () => asked,
    usage: () => usage,
  };
}

const newReply = (of: Pick<Reply, 'asked' | 'choice' | 'usual'>, now: number): Reply => ({
  id: newId(),
  role: 'assistant',
  ...stamps(now),
  text: replyText(),
  rest: [],
  isTooLong: false,
  reasoning: null,
  thinkingSince: null,
  thoughtFor: null,
  arrived: null,
  isGrowing: true,
  ...of,
  error: null,
  usage: null,
});

function textsOf(reply: Reply | null) {
  const { text, reasoning, arrived } = reply ?? {};
  return [text, reasoning, arrived?.text, arrived?.reasoning].flatMap((one) => one ?? []);
}
