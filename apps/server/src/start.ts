import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isLocalOnly, readConfig } from './config.ts';
import { plaintextServices } from './plaintext.ts';
import { lockDataDir } from './platform/database/server-lock.ts';
import { makeFolder } from './platform/files/make-folder.ts';
import { onStopSignal } from './platform/process/on-stop-signal.ts';
import { trimHeap } from './platform/process/settle.ts';
import { startFailure } from './start-failure.ts';

const drainTime = 20_000;
// npm passes SIGTERM on to its shell, but not to the process under it.
const parent = process.env.npm_lifecycle_event === undefined ? null : process.ppid;

/** Runs the server until it is told to stop. `extend` may add pages before it listens. */
export async function run(extend: (app: FastifyInstance) => void = () => {}): Promise<void> {
  try {
    await start(extend);
  } catch (error) {
    console.error(startFailure(error));
    process.exit(1);
  }
}

async function start(extend: (app: FastifyInstance) => void) {
  const config = readConfig(process.env);
  await makeFolder(config.dataDir);
  // Before anything else is done there: a second server would remove the partial uploads of the first.
  const lock = config.databaseUrl ? undefined : lockDataDir(config.dataDir);
  // Must run before everything else is loaded, hence the imports below.
  enableCompileCache(join(config.dataDir, 'compile-cache'));
  const { buildApp } = await import('./app.ts');
  const { mailDestination } = await import('./platform/mail/mailer.ts');
  const { outboxIn } = await import('./platform/mail/outbox.ts');
  const { mustBeBuilt } = await import('./platform/web/pages.ts');
  const { keepSharing } = await import('./platform/web/shared-assets.ts');

  let origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const web = join(import.meta.dirname, '../../web/dist');
  const app = await buildApp({ config, origin: () => origin, web, say: (sentence) => console.log(sentence) });
  extend(app);
  onStopSignal(() => {
    // Cuts off requests that are still arriving, so that half an upload cleans up after itself.
    setTimeout(() => app.server.closeAllConnections(), drainTime).unref();
    setTimeout(() => process.exit(1), drainTime + 2_000).unref();
    app.close().then(() => process.exit(0));
  }, parent);
  trimHeap();
  keepSharing(app, web, config.dataDir);
  // Keeps the lock from being collected, too.
  app.addHook('onClose', async () => lock?.release());
  // All browsers reconnect together after a restart; the system caps this value if it must.
  let isWelcome = false;
  await app.listen({
    port: config.port,
    host: config.host,
    backlog: 4_096,
    // Called when it listens and before that is logged: the first lines are for people.
    listenTextResolver(listening) {
      const address = app.server.address();
      if (!config.publicUrl && typeof address === 'object') origin = `http://localhost:${address?.port}`;
      if (!isWelcome) {
        console.log(welcome(origin, config.publicUrl !== undefined));
        console.log(mailDestination({ smtp: config.smtp, outbox: outboxIn(config.dataDir) }));
        isWelcome = true;
      }
      return `Server listening at ${listening}`;
    },
  });
  await mustBeBuilt(web).catch((refused: Error) => console.error(refused.message));
  if (config.publicUrl?.startsWith('http:') && !isLocalOnly(config.publicUrl)) {
    app.log.warn(
      'PUBLIC_URL is plain http: anyone on the network can read passwords and messages, and browsers neither install the app nor open it offline. Put a proxy with https in front',
    );
  }
  for (const sentence of plaintextServices(config)) app.log.warn(sentence);
  if (origin.startsWith('https:') && config.trustProxy === 0) {
    app.log.warn('TRUST_PROXY is 0: behind a proxy everyone counts as one address and shares one quota');
  }
  flushCompileCache();
}

/** Where to go and, on a local installation, what to do there. */
function welcome(origin: string, isPublished: boolean): string {
  const running = `Polylogue is running. Open ${origin} in a browser.`;
  if (isPublished) return running;
  return [
    running,
    'Sign up, or try it without an account: connect a model there with your own key, or one that runs in Ollama.',
    'No key at hand? Stop this with Ctrl-C and run: npm run demo',
  ].join('\n');
}
