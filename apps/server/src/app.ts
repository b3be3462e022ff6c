import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import { api, openapi } from '@polylogue/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { accounts } from './accounts.ts';
import type { ServerConfig } from './config.ts';
import { serveAuth } from './domains/auth/routes.ts';
import { challengeMethod } from './domains/challenge/challenge-method.ts';
import { serveChallenge } from './domains/challenge/routes.ts';
import { challengeService } from './domains/challenge/service.ts';
import { challengeStore } from './domains/challenge/store.ts';
import { type TextLimits, textLimits } from './domains/conversations/policy.ts';
import { serveConversations } from './domains/conversations/routes.ts';
import { conversationService } from './domains/conversations/service.ts';
import {
  type MemberLimits,
  memberLimits,
  type VisitorLimits,
  visitorLimits,
} from './domains/files/policy.ts';
import { serveFiles } from './domains/files/routes.ts';
import { fileService } from './domains/files/service.ts';
import { fileStore } from './domains/files/store.ts';
import { serveFriends } from './domains/friends/routes.ts';
import { blockedAmong, friendService, friendsAmong, relations } from './domains/friends/service.ts';
import { pictureRules } from './domains/images/policy.ts';
import { serveImages } from './domains/images/routes.ts';
import { imageService, removeImageHandler, removeImageJob } from './domains/images/service.ts';
import { serveOwnData } from './domains/own-data/routes.ts';
import { ownDataService } from './domains/own-data/service.ts';
import { serveReports } from './domains/reports/routes.ts';
import { reportService } from './domains/reports/service.ts';
import { serveSpaces } from './domains/spaces/routes.ts';
import { spaceService, type TurnTimes } from './domains/spaces/service.ts';
import { serveUsers } from './domains/users/routes.ts';
import type { Difficulty } from './platform/challenge/altcha.ts';
import { bootDatabase } from './platform/database/boot.ts';
import { historyName } from './platform/database/history.ts';
import { feedStore } from './platform/feed/feeds.ts';
import { longPolls, pollPlaces } from './platform/feed/long-polls.ts';
import { blobs } from './platform/files/blobs.ts';
import { mustHaveRoom, realDisk } from './platform/files/disk.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { refuseWhenFull } from './platform/files/full.ts';
import { scheduleMaintenance } from './platform/files/maintenance.ts';
import { s3Store } from './platform/files/s3-store.ts';
import { answerBrokenRequest, answerFault } from './platform/http/faults.ts';
import { formDocuments } from './platform/http/form-documents.ts';
import { securityHeaders, turnstileHeaders } from './platform/http/headers.ts';
import { health } from './platform/http/health.ts';
import { jsonBodies } from './platform/http/json-body.ts';
import { shedLoad } from './platform/http/pressure.ts';
import { type RequestTimeouts, requestTimeouts } from './platform/http/request-timeouts.ts';
import { refuseForeignSites } from './platform/http/same-site.ts';
import { denyByDefault, type HttpDeps } from './platform/http/serve.ts';
import { workTracker } from './platform/http/work-tracker.ts';
import { cloudflareImages, cloudflareOrigins } from './platform/images/cloudflare.ts';
import { type Renderer, renderer } from './platform/images/renderer.ts';
import { jobQueue } from './platform/jobs/queue.ts';
import { jobRunner } from './platform/jobs/runner.ts';
import { ownCounting } from './platform/limits/counting.ts';
import { memoryCounts } from './platform/limits/counts.ts';
import { limits, type RateLimits, rateLimits } from './platform/limits/limits.ts';
import { liveSockets } from './platform/live/live.ts';
import type { LiveTimes } from './platform/live/times.ts';
import { isUpgrade } from './platform/live/upgrade.ts';
import { logger, RequestLog } from './platform/log/log.ts';
import { mailer } from './platform/mail/mailer.ts';
import { outboxIn } from './platform/mail/outbox.ts';
import { mailJob, mailWork, sendMailVia } from './platform/mail/send-mail.ts';
import { trustOf } from './platform/network/proxies.ts';
import type { LoopDelay } from './platform/process/loop-delay.ts';
import { reference } from './platform/reference/reference.ts';
import { sharedCounting } from './platform/shared-limits/shared-counting.ts';
import type { Passwords } from './platform/tokens/passwords.ts';
import { rememberedSecret } from './platform/tokens/secret.ts';
import { mustBeBuilt, servePages } from './platform/web/pages.ts';

export interface AppDeps {
  config: ServerConfig;
  /** The public origin; only certain once the server listens. */
  origin: () => string;
  /** The folder of the web build. */
  web: string;
  now?: () => number;
  /** Milliseconds since an arbitrary moment; unlike `now`, this clock is never adjusted. */
  steady?: () => number;
  visitorLimits?: VisitorLimits;
  memberLimits?: MemberLimits;
  rateLimits?: RateLimits;
  textLimits?: TextLimits;
  requestTimeouts?: RequestTimeouts;
  passwords?: Passwords;
  challengeWork?: Difficulty;
  loopLimits?: LoopDelay;
  liveTimes?: Partial<LiveTimes>;
  turnTimes?: Partial<TurnTimes>;
  renderer?: Renderer;
  /** Prints a sentence on the console. */
  say?: (sentence: string) => void;
  /** The address of a substitute for Cloudflare's siteverify. */
  siteverify?: string;
  /** The address of a substitute for Cloudflare's API. */
  cloudflareApi?: string;
  log?: { write(line: string): void };
}

// The same for every server of this process.
const description = openapi(api);

/** The whole server, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, origin, web, now = Date.now } = deps;
  const steady = deps.steady ?? deps.now ?? (() => performance.now());
  const site = {
    ...config,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port || '*'}`,
    pictureOrigins: config.cloudflareImages && cloudflareOrigins,
  };
  const headers = securityHeaders(site);
  const timeouts = deps.requestTimeouts ?? requestTimeouts;
  let isStopping = false;

  const app = fastify({
    logger: logger(config.logLevel, deps.log),
    logController: new RequestLog(),
    trustProxy: trustOf(config.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: timeouts.request,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checkedEvery,
      shouldUpgradeCallback: isUpgrade,
    },
    return503OnClosing: false,
    // Also of hooks that close: thousands of sockets take ten seconds, a large upload twenty. main.ts ends what takes longer.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => void answerBrokenRequest(error, socket, headers),
    frameworkErrors: (error, request, reply) => {
      answerFault(error, request, reply.headers(headers));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerFault);

  app.addHook('onRequest', async (request, reply) => {
    // The file reader, its pipe, our hooks and the framework all listen for the same event: more than Node's ten.
    reply.raw.setMaxListeners(20);
    reply.headers({ ...headers, 'cache-control': 'no-store', 'x-request-id': request.id });
  });
  if (config.challenge.kind === 'turnstile') formDocuments(app, turnstileHeaders(site));
  const pressure = shedLoad(app, deps.loopLimits);
  app.addHook('onRequest', refuseForeignSites);
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isStopping = true;
  });

  // Another site's form may send text/plain without a preflight; we never accept it as JSON.
  app.removeContentTypeParser('text/plain');
  jsonBodies(app);
  denyByDefault(app);
  await app.register(fastifyMultipart);

  const database = await bootDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log: (message, error) => app.log.error({ err: error }, message),
  });
  // Hooks run in reverse order: registered first, the database closes last, when nothing else needs it.
  app.addHook('onClose', () => database.close());
  const trackWork = workTracker(app);

  const warn = (message: string) => app.log.warn(message);
  const jobs = jobQueue(database, now);
  const mails = mailer({
    smtp: config.smtp,
    from: config.mailFrom,
    outbox: outboxIn(config.dataDir),
    say: deps.say ?? (() => {}),
  });
  const used = challengeStore(database.db);
  const challenges = challengeService({
    method: await challengeMethod(config.challenge, {
      store: used,
      origin,
      now,
      log: (message) => app.log.error(message),
      siteverify: deps.siteverify,
      work: deps.challengeWork,
    }),
    store: used,
    now,
    steady,
  });

  const ofAllNodes = config.databaseUrl ? sharedCounting(database.db, now) : undefined;
  if (ofAllNodes) scheduleMaintenance(app, ofAllNodes);
  const counting = ofAllNodes ?? ownCounting(steady);

  const sendsMail = config.smtp !== undefined;
  const people = accounts({
    database,
    relations: relations(database.db),
    // Pictures themselves depend on accounts.
    pictures: {
      isOwn: (...args) => pictures.isOwn(...args),
      changed: (...args) => pictures.changed(...args),
    },
    dataExports: { end: (...args) => own.dataExports.end(...args) },
    // Sockets themselves depend on people.
    signInsEnded: (userId) => sockets.personChanged(userId),
    sendMail: sendMailVia(jobs, now),
    sendsMail,
    origin,
    signup: config.signup,
    isChallenged: config.challenge.kind !== 'off',
    passwords: deps.passwords,
    counting,
    now,
    steady,
  });

  const friendships = friendService({
    database,
    users: people.users,
    // Sockets themselves depend on people.
    blocksChanged(userIds) {
      for (const userId of userIds) sockets.personChanged(userId);
    },
    requestsChanged(userIds) {
      for (const userId of userIds) sockets.requestsChanged(userId);
    },
    origin,
    now,
  });
  const reported = reportService({
    database,
    users: people.users,
    blocks: friendships.blocks,
    inSpace: (...args) => spacesService.reporting(...args),
    now,
  });

  // Of this node alone.
  const ownCounts = memoryCounts(steady);
  const http: HttpDeps = {
    app,
    gate: {
      limits: limits(deps.rateLimits ?? rateLimits, ownCounts, counting.counts),
      authenticate: people.auth.tokens.authenticate,
      challengeGuard: challenges.guard,
    },
    trackWork,
  };

  const folder = (name: string) => join(config.dataDir, name);
  const storeOf = (name: string) =>
    config.s3 ? s3Store({ ...config.s3, folder: name, log: warn }) : folderStore(folder(name));
  const disk = await blobs(folder('files'), ['thumbnail'], { store: storeOf('files') });
  // The check logs a wrong key now rather than at the first upload.
  if (config.s3) app.addHook('onReady', async () => void disk.check().catch(() => {}));
  const fileRecords = fileStore(database.db);
  const draw = deps.renderer ?? renderer();
  app.addHook('onClose', () => draw.close());
  const uploads = fileService({
    database,
    blobs: disk,
    store: fileRecords,
    renderer: draw,
    visitorLimits: deps.visitorLimits ?? visitorLimits,
    memberLimits: deps.memberLimits ?? memberLimits,
    lock: people.users.lock,
    // Copies themselves depend on files.
    usedElsewhere: (...args) => own.dataExports.quotaUsed(...args),
    origin,
    counts: counting.counts,
    now,
    warn,
  });

  const cloudflare = config.cloudflareImages
    ? cloudflareImages({ ...config.cloudflareImages, api: deps.cloudflareApi, log: warn })
    : undefined;
  const pictures = imageService({
    database,
    blobs: await blobs(folder('images'), ['public', 'small'], { store: storeOf('images') }),
    renderer: draw,
    jobs,
    rules: pictureRules,
    cloudflare,
    lock: people.users.lock,
    origin,
    now,
  });

  const watching = {
    heads: feedStore(database.db).heads,
    validSignIns: people.auth.signIns.validSignIns,
    log: (message: string, error: unknown) => app.log.error({ err: error }, message),
    places: pollPlaces(),
  };
  const polls = longPolls(watching);
  app.addHook('preClose', async () => polls.close());
  const texts = deps.textLimits ?? { ...textLimits, bytes: config.textQuota };
  const mustHaveRoomForText = () => mustHaveRoom(config.dataDir, realDisk).catch(refuseWhenFull);
  function accountChanged(userId: string, head: number) {
    polls.changed(userId, head);
    sockets.changed('account', userId, head);
  }
  const history = rememberedSecret(database.db, historyName, now);
  const spacesService = spaceService({
    database,
    jobs,
    polls: watching,
    changed: (spaceId, head) => sockets.changed('space', spaceId, head),
    accountChanged,
    rightsChanged: (userId) => sockets.personChanged(userId),
    personsSeenBy: people.users.personsSeenBy,
    lock: people.users.lock,
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
    mustHaveRoom: mustHaveRoomForText,
    // Sockets themselves depend on spaces.
    sockets: () => sockets,
    log: (message, error) => app.log.error({ err: error }, message),
    origin,
    history,
    now,
    turnTimes: deps.turnTimes,
  });
  const sockets = liveSockets(http, {
    database,
    databaseUrl: config.databaseUrl,
    validSignIns: people.auth.signIns.validSignIns,
    origin,
    isStopping: () => isStopping,
    isOverloaded: pressure.isHigh,
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
    lock: people.users.lock,
    bytesElsewhere: spacesService.bytesOf,
    notificationsSeq: spacesService.notifications.seqOf,
    attachments: uploads.attachments,
    mustHaveRoom: mustHaveRoomForText,
    history,
    now,
    log: (message, error) => app.log.error({ err: error }, message),
  });
  sockets.register(stored.feedSource);
  sockets.register(spacesService.feedSource);
  sockets.registerNews(spacesService.newsSource);
  sockets.registerTurns(spacesService.turnListener);

  const own = ownDataService({
    database,
    ...people,
    sources: [
      pictures.personalData,
      uploads.personalData,
      spacesService.personalData,
      stored.personalData,
      friendships.personalData,
      reported.personalData,
    ],
    store: storeOf('exports'),
    folder: folder('exports'),
    jobs,
    sendMail: sendMailVia(jobs, now),
    origin,
    now,
  });
  const handlers = {
    [mailJob]: mailWork(mails, warn),
    ...(cloudflare && { [removeImageJob]: removeImageHandler(cloudflare) }),
    ...own.jobHandlers,
    ...spacesService.jobHandlers,
  };
  const runner = jobRunner({ database, queue: jobs, handlers, now, log: warn });
  app.addHook('onReady', async () => runner.start());
  app.addHook('onClose', () => runner.stop());

  serveChallenge(http, challenges);
  serveUsers(http, { users: people.users, changePassword: people.auth.recovery.changePassword });
  serveAuth(http, {
    auth: people.auth,
    options: { signup: config.signup, challenge: challenges.kind(), sends_mail: sendsMail },
  });
  serveImages(http, pictures);
  serveFiles(http, uploads);
  serveConversations(http, stored);
  serveFriends(http, friendships);
  serveSpaces(http, spacesService);
  serveReports(http, reported);
  serveOwnData(http, { ownData: own, passwordCheck: people.auth.passwordCheck });
  health(http, {
    isStopping: () => isStopping,
    isOverloaded: pressure.isHigh,
    checks: [database.check, disk.check, () => mustBeBuilt(web)],
  });
  reference(app, description);
  servePages(app, web, { ...config, origin });
  return app;
}
