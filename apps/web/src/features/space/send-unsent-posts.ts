import { callAs } from '../../api/call-as.ts';
import { callWithTimeout } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { storage } from '../../lib/state/storage.ts';
import { toast } from '../../ui/index.ts';
import { reasonOf } from '../person/index.ts';
import { openOutbox } from '../post/outbox.ts';
import { postRequest, sendPost, sentWithoutReply } from '../post/send-post.ts';
import { ownSpaces } from './queries.ts';
import { outboxEntry } from './unsent-posts.ts';

const onSentWithoutReply = () => toast(sentWithoutReply);

/** Sends what was written in these spaces. After a failure, the rest of a space waits until next time. */
export async function sendUnsentPosts(account: string, spaces: readonly string[]): Promise<void> {
  const call = callAs(account, callWithTimeout);
  await Promise.allSettled(
    spaces.map(async (space_id) => {
      const outbox = openOutbox(storage, outboxEntry(account, space_id));
      const request = postRequest(space_id, call);
      for (const { message_id } of outbox.read()) {
        // Read again: it may have been deleted, or sent by another tab, while the one before it was sent.
        const post = outbox.read().find((one) => one.message_id === message_id && one.failed === null);
        if (!post) continue;
        const result = await sendPost(post, { outbox, request, reasonOf, onSentWithoutReply });
        if ('refusal' in result) {
          const own = queryClient.getQueryData(ownSpaces.queryKey);
          const name = own?.find(({ space }) => space.space_id === space_id)?.space.name ?? 'a space';
          toast({
            tone: 'destructive',
            title: `A message in ${name} was not sent`,
            text: `${result.refusal} Open the space to send it again or delete it.`,
            action: { label: 'Open space', act: () => history.pushState(null, '', `/spaces/${space_id}`) },
          });
        }
      }
    }),
  );
}
