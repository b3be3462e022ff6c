import type { AppDeps } from './app-deps.ts';
import { conversationService, conversationSource } from './domains/conversations/service.ts';
import { blockedAmong, friendsAmong } from './domains/friends/service.ts';
import { spaceService, spaceSource } from './domains/spaces/service.ts';
import type { Domains } from './domains.ts';
import type { HttpServer } from './http-server.ts';
import { feedStore } from './platform/feed/feeds.ts';
import { longPolls, pollPlaces } from './platform/feed/long-polls.ts';
import { scheduleMaintenance } from './platform/files/maintenance.ts';
import type { HttpDeps } from './platform/http/serve.ts';
import { liveSockets } from './platform/live/live.ts';
import { messageSearch } from './platform/search/message-search.ts';
import type { Resources } from './resources.ts';

/** What people write, alone and together, and how browsers learn of it. */
export function textDomains(
  { app, isStopping, isOverloaded }: HttpServer,
  resources: Resources,
  http: HttpDeps,
  deps: Pick<AppDeps, 'liveTimes' | 'turnTimes'>,
  { people, uploads }: Pick<Domains, 'people' | 'uploads'>,
) {
  const { config, origin, now, steady, log, warn, database, jobs, ownCounts, texts, history } = resources;
  const mustHaveRoom = resources.mustHaveRoomForText;
  const { lock, personsSeenBy } = people.users;
  const { validSignIns, noteUse } = people.auth.signIns;
  const watching = {
    heads: feedStore(database.db).heads,
    validSignIns,
    log,
    places: pollPlaces(),
  };
  const search = messageSearch({
    database,
    dataDir: config.dataDir,
    history,
    sources: [conversationSource, spaceSource],
    warn,
  });
  scheduleMaintenance(app, search);
  app.addHook('onClose', search.stop);
  const searching = {
    search: () => search,
    idOf: async (username: string) => (await people.users.accountBy({ username }))?.user_id,
  };
  const polls = longPolls(watching);
  app.addHook('preClose', async () => polls.close());
  function accountChanged(userId: string, head: number) {
    polls.changed(userId, head);
    sockets.changed('account', userId, head);
  }
  const spaces = spaceService({
    database,
    jobs,
    polls: watching,
    ...searching,
    changed: (spaceId, head) => sockets.changed('space', spaceId, head),
    accountChanged,
    rightsChanged: (userId) => sockets.personChanged(userId),
    personsSeenBy,
    lock,
    blockedAmong: (userId, others, on = database.db) => blockedAmong(on, userId, others),
    friendsAmong: (userId, others, on) => friendsAmong(on, userId, others),
    isOwnPicture: async (userId, id, on) => (await uploads.ownAmong(userId, [id], on))[0]?.isRedrawn === true,
    async ownFiles(userId, ids, on) {
      const files = await uploads.ownAmong(userId, ids, on);
      return files.map(({ id, name, mediaType, size, isRedrawn }) => ({
        file_id: id,
        name,
        media_type: mediaType,
        size,
        has_thumbnail: isRedrawn,
      }));
    },
    textQuota: texts.bytes,
    // Stored texts themselves depend on spaces.
    bytesElsewhere: (...args) => stored.bytesOf(...args),
    mustHaveRoom,
    // Sockets themselves depend on spaces.
    sockets: () => sockets,
    log,
    origin,
    history,
    now,
    turnTimes: deps.turnTimes,
  });
  const sockets = liveSockets(http, {
    database,
    databaseUrl: config.databaseUrl,
    validSignIns,
    noteUse,
    origin,
    isStopping,
    isOverloaded,
    now,
    steady,
    times: deps.liveTimes,
  });
  const stored = conversationService({
    database,
    polls,
    changed: accountChanged,
    limits: texts,
    counts: ownCounts,
    lock,
    bytesElsewhere: spaces.bytesOf,
    notificationsSeq: spaces.notifications.seqOf,
    attachments: uploads.attachments,
    jobs,
    ...searching,
    mustHaveRoom,
    history,
    now,
    log,
  });
  sockets.register(stored.feedSource);
  sockets.register(spaces.feedSource);
  sockets.registerNews(spaces.newsSource);
  sockets.registerTurns(spaces.turnListener);
  return { spaces, sockets, stored, search };
}
