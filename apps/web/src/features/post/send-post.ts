import { type ApiClient, FetchError, type ReplyTo } from '@polylogue/contract/client';
import type { Outbox, WaitingPost } from './outbox.ts';

export type Posted = ReplyTo<'POST /api/v1/spaces/:space_id/messages'>;

type PostRequest = (post: WaitingPost, signal: AbortSignal | undefined) => Promise<Posted>;

/** The request that posts in a space; repeating it changes nothing. */
const postRequest =
  (space_id: string, call: ApiClient): PostRequest =>
  ({ message_id, body, reply_to, files, is_off_record, turn_id, wants, left_out = [] }, signal) => {
    const post = { message_id, body, reply_to, is_off_record, turn_id, wants, left_out: [...left_out] };
    return call(
      'POST /api/v1/spaces/:space_id/messages',
      { params: { space_id }, body: { ...post, files: files.map(({ file_id }) => file_id) } },
      signal ? { signal } : {},
    );
  };

/** What became of a post. */
export type SentPost = { posted: Posted } | { refusal: string };

/** What to tell the author of a post that was sent without its reply. */
const sentWithoutReply = {
  title: 'Sent as a new message',
  text: 'The message you replied to was deleted, or you can no longer see it.',
};

interface SendNeeds {
  outbox: Outbox;
  request: PostRequest;
  /** Why the server refused, as the sentence to show. */
  reasonOf(error: unknown): string;
  /** It was sent without the reply: what it replied to is gone. */
  onSentWithoutReply(): void;
  signal?: AbortSignal;
}

/** Sends a waiting post once; a refusal is kept with it. Rejects if the post should be sent again. */
export async function sendPost(post: WaitingPost, needs: SendNeeds): Promise<SentPost> {
  const { outbox, request, reasonOf, signal } = needs;
  try {
    const posted = await request(post, signal);
    outbox.remove(post.message_id);
    return { posted };
  } catch (error) {
    if (!isFinal(error)) throw error;
    // Of all that can be missing only this can be left out: it was deleted, or there is a block now.
    if (post.reply_to !== null && error.isNotFound) {
      const sent = await sendPost({ ...post, reply_to: null }, needs);
      if ('posted' in sent) needs.onSentWithoutReply();
      return sent;
    }
    const failed = reasonOf(error);
    outbox.change(post.message_id, { failed });
    return { refusal: failed };
  }
}

interface SenderNeeds extends Pick<SendNeeds, 'outbox' | 'reasonOf'> {
  space_id: string;
  call: ApiClient;
  /** Shows a toast. */
  tell(notice: typeof sentWithoutReply): void;
}

/** What sends posts of one space's outbox, with its room open or without; each once, as `sendPost`. */
export function postSender({ space_id, call, tell, ...needs }: SenderNeeds) {
  const request = postRequest(space_id, call);
  const onSentWithoutReply = () => tell(sentWithoutReply);
  return (post: WaitingPost, signal?: AbortSignal) =>
    sendPost(post, { ...needs, request, onSentWithoutReply, ...(signal && { signal }) });
}

/** The server understood the request and refuses it: sending it again would not help. */
function isFinal(error: unknown): error is FetchError {
  if (!(error instanceof FetchError)) return false;
  const { status, refused, isNotFound } = error;
  if (isNotFound || refused?.error === 'quota-used') return true;
  return status >= 400 && status < 500 && ![401, 404, 408, 429].includes(status);
}
