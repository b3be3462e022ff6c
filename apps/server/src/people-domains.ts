import { accounts } from './accounts.ts';
import type { AppDeps } from './app-deps.ts';
import { challengeMethod } from './domains/challenge/challenge-method.ts';
import { challengeService } from './domains/challenge/service.ts';
import { challengeStore } from './domains/challenge/store.ts';
import { friendService, relations } from './domains/friends/service.ts';
import { reportService } from './domains/reports/service.ts';
import type { Domains } from './domains.ts';
import type { HttpServer } from './http-server.ts';
import type { Resources } from './resources.ts';

/** Accounts, and what people are to each other. */
export async function peopleDomains(
  { app }: HttpServer,
  { config, origin, now, steady, database, sendMail, counting }: Resources,
  deps: Pick<AppDeps, 'siteverify' | 'challengeWork' | 'passwords'>,
  domains: Pick<Domains, 'pictures' | 'own' | 'sockets' | 'spaces'>,
): Promise<Pick<Domains, 'challenges' | 'people' | 'friendships' | 'reported'>> {
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

  const sendsMail = config.smtp !== undefined;
  const people = accounts({
    database,
    relations: relations(database.db),
    // Pictures themselves depend on accounts.
    pictures: {
      isOwn: (...args) => domains.pictures.isOwn(...args),
      changed: (...args) => domains.pictures.changed(...args),
    },
    dataExports: { end: (...args) => domains.own.dataExports.end(...args) },
    // Sockets themselves depend on people.
    signInsEnded: (userId) => domains.sockets.personChanged(userId),
    sendMail,
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
      for (const userId of userIds) domains.sockets.personChanged(userId);
    },
    requestsChanged(userIds) {
      for (const userId of userIds) domains.sockets.requestsChanged(userId);
    },
    origin,
    now,
  });
  const reported = reportService({
    database,
    users: people.users,
    blocks: friendships.blocks,
    inSpace: (...args) => domains.spaces.reporting(...args),
    now,
  });
  return { challenges, people, friendships, reported };
}
