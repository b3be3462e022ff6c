import type { OwnSpace, PostRow, SpacePerson, Withheld } from '@polylogue/contract';
import type { ApiClient } from '@polylogue/contract/client';

/** What a browser fetches from a space to answer a turn there. */
export interface SpaceReading {
  own: OwnSpace;
  rows: readonly (PostRow | Withheld)[];
  /** The number of the first of them, apart from a question and what is pinned; null: there are none before it. */
  older: number | null;
  people: ReadonlyMap<string, SpacePerson>;
  /** Ids of the member's friends, and of people they have blocked. */
  friends: ReadonlySet<string>;
  blocked: ReadonlySet<string>;
  /** Of the text files among the messages that could be loaded, by their id. */
  texts: ReadonlyMap<string, string>;
}

/** Messages that a question may have, with some that are left out of it. */
const maxMessages = 200;
/** Bytes of text files that are read at all. */
const maxTextBytes = 1_000_000;

export interface ReaderNeeds {
  call: ApiClient;
  /** The content of a file on our server, redirects followed. */
  fetchFile(url: string, signal: AbortSignal): Promise<Blob>;
  isText(mediaType: string): boolean;
}

/** Reads the end of a space up to a message, with a question and what is pinned, which may be further back. */
export async function readSpace(
  { call, fetchFile, isText }: ReaderNeeds,
  space_id: string,
  until: number,
  signal: AbortSignal,
  question_id?: string,
): Promise<SpaceReading> {
  const params = { space_id };
  const [own, page, friends, blocked] = await Promise.all([
    call('GET /api/v1/spaces/:space_id', { params }, { signal }),
    call(
      'GET /api/v1/spaces/:space_id/messages',
      { params, query: { before: until + 1, limit: maxMessages } },
      { signal },
    ),
    call('GET /api/v1/user/friends', { query: {} }, { signal }),
    call('GET /api/v1/user/blocked', {}, { signal }),
  ]);
  let { messages, people } = page;
  if (question_id && !messages.some((row) => !('is_withheld' in row) && row.message_id === question_id)) {
    const asked = await call(
      'GET /api/v1/spaces/:space_id/messages/:message_id',
      { params: { space_id, message_id: question_id } },
      { signal },
    );
    // Read backwards, so that its files come first.
    messages = [...messages, asked.message];
    people = [...people, ...asked.people];
  }
  const read = new Set(messages.map((row) => ('is_withheld' in row ? '' : row.message_id)));
  if (own.space.pins?.some((id) => !read.has(id))) {
    const pinned = await call('GET /api/v1/spaces/:space_id/pins', { params }, { signal });
    const further = pinned.messages.filter((row) => !('is_withheld' in row) && !read.has(row.message_id));
    messages = [...messages, ...further];
    people = [...people, ...pinned.people];
  }
  const urls = new Map<string, string>();
  let left = maxTextBytes;
  for (const row of [...messages].reverse()) {
    if ('is_withheld' in row || row.is_off_record) continue;
    for (const { file_id, media_type, size, url } of row.files) {
      if (!isText(media_type) || size > left) continue;
      left -= size;
      urls.set(file_id, url);
    }
  }
  return {
    own,
    rows: messages,
    older: page.next,
    people: new Map(people.map((person) => [person.user_id, person])),
    friends: new Set(Array.isArray(friends) ? friends.map(({ user }) => user.user_id) : []),
    blocked: new Set(blocked.map(({ user_id }) => user_id)),
    texts: await loaded(urls, async (url) => (await fetchFile(url, signal)).text()),
  };
}

/** What could be loaded, by id: a file may be deleted while its message stays, and one that is late is not worth a turn. */
export async function loaded<Content>(
  urls: ReadonlyMap<string, string>,
  load: (url: string) => Promise<Content>,
): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>();
  await Promise.allSettled([...urls].map(async ([id, url]) => contents.set(id, await load(url))));
  return contents;
}
