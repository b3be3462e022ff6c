import { partName } from '@polylogue/sync';
import { partOf, type StoredPart } from '../storage/message-files.ts';
import type { FileOwner } from '../storage/record-files.ts';
import type { ConversationStore } from '../store/store.ts';
import { pullMessages } from './pull.ts';
import { failureOf, filesApi, syncApi } from './sync-api.ts';

/** Where a requested conversation was found. */
export type Fetched = 'here' | 'missing' | 'offline';

export interface Fetching {
  /** Makes sure that the last messages of a conversation can be read from the store: at most one request. */
  tail(id: string, signal: AbortSignal): Promise<Fetched>;
  /** Makes sure that every message of a conversation can be read from the store. */
  complete(id: string, signal: AbortSignal): Promise<Fetched>;
  /**
   * A file of a message or record, fetched from the account if it is not in this browser. Null: it is not there either.
   * Rejects when that is not known.
   */
  part(owner: FileOwner, of: { name: string; mediaType: string }): Promise<StoredPart | null>;
  /** Those whose last messages are being fetched: only then is it known what else is missing. */
  tails: ReadonlySet<string>;
}

/** Fetches what a page asks for and this browser does not have. Without an account, nothing. */
export function fetching(opened: Promise<ConversationStore>, owner: string | null): Fetching {
  const api = owner === null ? null : syncApi(owner);
  const files = owner === null ? null : filesApi(owner);
  const tails = new Set<string>();

  /** `isHere`: whether what is here already will do. */
  async function outcomeOf(act: () => Promise<void>, isHere: () => Promise<boolean>): Promise<Fetched> {
    try {
      await act();
      return 'here';
    } catch (error) {
      if (failureOf(error) === 'missing') return 'missing';
      return (await isHere()) ? 'here' : 'offline';
    }
  }

  async function tail(id: string, signal: AbortSignal): Promise<Fetched> {
    const store = await opened;
    const part = await store.partOf(id);
    if (part === 'gone') return 'missing';
    if (!api) return part === 'none' ? 'missing' : 'here';
    if (part === 'all' || part === 'tail') return 'here';
    tails.add(id);
    const fetch = async () => {
      const { conversation, messages } = await api.tail(id, signal);
      signal.throwIfAborted();
      await store.pulledTail(conversation, messages);
    };
    const isHere = async () => (await store.tail(id, 1)).messages.length > 0;
    return outcomeOf(fetch, isHere).finally(() => tails.delete(id));
  }

  return {
    tails,
    tail,
    async complete(id, signal) {
      const store = await opened;
      const found = await tail(id, signal);
      if (found !== 'here' || !api || (await store.partOf(id)) === 'all') return found;
      return outcomeOf(
        () => pullMessages(store, api, id, signal),
        async () => false,
      );
    },
    async part(of, { name, mediaType }) {
      const store = await opened;
      // The file of a record is stored like the first one of a message.
      const [id, place] = 'record_id' in of ? [of.record_id, 0] : [of.message_id, of.place];
      const here = await store.file<StoredPart>(id, partName(place));
      if (here || !files) return here ?? null;
      try {
        const part = await partOf(await files.file(of), name, mediaType);
        await store.fileFetched(id, place, part);
        return part;
      } catch (error) {
        if (failureOf(error) === 'missing') return null;
        throw error;
      }
    },
  };
}
