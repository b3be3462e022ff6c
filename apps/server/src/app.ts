import { api, openapi } from '@polylogue/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { serveAuth } from './domains/auth/routes.ts';
import { serveChallenge } from './domains/challenge/routes.ts';
import { serveConversations } from './domains/conversations/routes.ts';
import { serveFiles } from './domains/files/routes.ts';
import { serveFriends } from './domains/friends/routes.ts';
import { serveImages } from './domains/images/routes.ts';
import { serveOwnData } from './domains/own-data/routes.ts';
import { ownDataService } from './domains/own-data/service.ts';
import { serveReports } from './domains/reports/routes.ts';
import { serveSpaces } from './domains/spaces/routes.ts';
import { serveUsers } from './domains/users/routes.ts';
import type { Domains } from './domains.ts';
import { fileDomains } from './file-domains.ts';
import { httpServer } from './http-server.ts';
import { peopleDomains } from './people-domains.ts';
import { health } from './platform/http/health.ts';
import type { HttpDeps } from './platform/http/serve.ts';
import { jobRunner } from './platform/jobs/runner.ts';
import { limits, rateLimits } from './platform/limits/limits.ts';
import { mailer } from './platform/mail/mailer.ts';
import { outboxIn } from './platform/mail/outbox.ts';
import { mailJob, mailWork } from './platform/mail/send-mail.ts';
import { reference } from './platform/reference/reference.ts';
import { mustBeBuilt, servePages } from './platform/web/pages.ts';
import { openResources } from './resources.ts';
import { textDomains } from './text-domains.ts';

// The same for every server of this process.
const description = openapi(api);

/** The whole server, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, origin, web } = deps;
  const server = await httpServer(deps);
  const { app } = server;
  const resources = await openResources(server, deps);
  const { database, jobs, sendMail, counting, ownCounts, folder, storeOf, now, warn, trackWork } = resources;
  const mails = mailer({
    smtp: config.smtp,
    from: config.mailFrom,
    outbox: outboxIn(config.dataDir),
    say: deps.say ?? (() => {}),
  });

  const domains = {} as Domains;
  const { challenges, people } = Object.assign(
    domains,
    await peopleDomains(server, resources, deps, domains),
  );
  const http: HttpDeps = {
    app,
    gate: {
      limits: limits(deps.rateLimits ?? rateLimits, ownCounts, counting.counts),
      authenticate: people.auth.tokens.authenticate,
      challengeGuard: challenges.guard,
    },
    trackWork,
  };
  const { checkFiles, pictureJobs, ...ofFiles } = await fileDomains(server, resources, deps, domains);
  Object.assign(domains, ofFiles);
  Object.assign(domains, textDomains(server, resources, http, deps, domains));
  const { friendships, reported, uploads, pictures, spaces, stored } = domains;
  domains.own = ownDataService({
    database,
    ...domains.people,
    sources: [
      pictures.personalData,
      uploads.personalData,
      spaces.personalData,
      stored.personalData,
      friendships.personalData,
      reported.personalData,
    ],
    store: storeOf('exports'),
    folder: folder('exports'),
    jobs,
    sendMail,
    origin,
    now,
  });

  const handlers = {
    [mailJob]: mailWork(mails, warn, now),
    ...pictureJobs,
    ...domains.own.jobHandlers,
    ...spaces.jobHandlers,
    ...stored.jobHandlers,
  };
  const runner = jobRunner({ database, queue: jobs, handlers, now, log: warn });
  // Not before: a process that cannot listen, and ends, would have begun jobs.
  app.addHook('onListen', async () => runner.start());
  app.addHook('onClose', () => runner.stop());

  serveChallenge(http, challenges);
  serveUsers(http, { users: people.users, changePassword: people.auth.recovery.changePassword });
  serveAuth(http, {
    auth: people.auth,
    options: {
      signup: config.signup,
      challenge: challenges.kind(),
      sends_mail: config.smtp !== undefined,
    },
  });
  serveImages(http, pictures);
  serveFiles(http, uploads);
  serveConversations(http, stored);
  serveFriends(http, friendships);
  serveSpaces(http, spaces);
  serveReports(http, reported);
  serveOwnData(http, { ownData: domains.own, passwordCheck: people.auth.passwordCheck });
  health(http, {
    isStopping: server.isStopping,
    isOverloaded: server.isOverloaded,
    checks: [database.check, checkFiles, () => mustBeBuilt(web)],
  });
  reference(app, description);
  servePages(app, web, { ...config, origin });
  return app;
}
