import { randomUUID } from 'node:crypto';
import fastifyMultipart from '@fastify/multipart';
import fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { AppDeps } from './app-deps.ts';
import { answerBrokenRequest, answerFault } from './platform/http/faults.ts';
import { formDocuments } from './platform/http/form-documents.ts';
import { securityHeaders, turnstileHeaders } from './platform/http/headers.ts';
import { jsonBodies } from './platform/http/json-body.ts';
import { shedLoad } from './platform/http/pressure.ts';
import { requestTimeouts } from './platform/http/request-timeouts.ts';
import { refuseForeignSites } from './platform/http/same-site.ts';
import { denyByDefault } from './platform/http/serve.ts';
import { cloudflareOrigins } from './platform/images/cloudflare.ts';
import { isUpgrade } from './platform/live/upgrade.ts';
import { logger, RequestLog } from './platform/log/log.ts';
import { trustOf } from './platform/network/proxies.ts';

/** What holds for every request, before there is any endpoint. */
export async function httpServer(deps: Pick<AppDeps, 'config' | 'log' | 'loopLimits' | 'requestTimeouts'>) {
  const { config } = deps;
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
    connectionTimeout: timeouts.idle,
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
  return { app, isStopping: () => isStopping, isOverloaded: pressure.isHigh };
}
export type HttpServer = Awaited<ReturnType<typeof httpServer>>;
