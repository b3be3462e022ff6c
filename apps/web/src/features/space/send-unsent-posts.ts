import { callAs } from '../../api/call-as.ts';
import { queryClient } from '../../api/query-client.ts';
import { storage } from '../../lib/state/storage.ts';
import { toast } from '../../ui/index.ts';
import { reasonOf } from '../person/index.ts';
import { nextToSend, openOutbox, outboxEntry } from '../post/outbox.ts';
import { postSender } from '../post/send-post.ts';
import { ownSpaces } from './queries.ts';

/**
 * Sends what was written in these spaces. After a failure, the rest of a space waits until next time; after a refusal,
 * `go` leads to it.
 */
export async function sendUnsentPosts(
  account: string,
  spaces: readonly string[],
  go: (path: string) => void,
): Promise<void> {
  const call = callAs(account);
  await Promise.allSettled(
    spaces.map(async (space_id) => {
      const outbox = openOutbox(storage, outboxEntry(account, space_id));
      const sendPost = postSender({ space_id, outbox, call, reasonOf, tell: toast });
      // Read again each time: one may have been deleted, or sent by another tab, while the one before it was sent.
      for (let post = nextToSend(outbox); post; post = nextToSend(outbox)) {
        const result = await sendPost(post);
        if ('refusal' in result) sayRefused(space_id, result.refusal, go);
      }
    }),
  );
}

function sayRefused(space_id: string, refusal: string, go: (path: string) => void) {
  const own = queryClient.getQueryData(ownSpaces.queryKey);
  const name = own?.find(({ space }) => space.space_id === space_id)?.space.name ?? 'a space';
  toast({
    tone: 'destructive',
    title: `A message in ${name} was not sent`,
    text: `${refusal} Open the space to send it again or delete it.`,
    action: { label: 'Open space', act: () => go(`/spaces/${space_id}`) },
  });
}
