import { access } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal, nothingHere } from '../http/faults.ts';
import { diagramCodeHeaders, diagramHeaders } from '../http/headers.ts';
import { refuse } from '../http/refuse.ts';
import { keepAssets } from './keep-assets.ts';
import { lastServiceWorker } from './last-service-worker.ts';
import { otherNames, pagePaths } from './page-paths.ts';
import { sharedAssets } from './shared-assets.ts';

const notBuilt = 'The web app is not built yet. Run `npm run build` on the server, then reload.';
const document = 'index.html';

interface Options {
  /** The public origin. */
  origin: () => string;
  /** Whether browsers may store the app, so that it opens offline. */
  serviceWorker: 'on' | 'off';
  dataDir: string;
}

/** Serves the web build in `folder`, compressed files first, and the not-found page for unknown addresses. */
export function servePages(
  app: FastifyInstance,
  folder: string,
  { origin, serviceWorker, dataDir }: Options,
) {
  // Those of other builds second: for pages of another node, and for tabs that are older than this server.
  const assets = [join(folder, 'assets'), sharedAssets(dataDir)];
  // Gives replies their `sendFile`.
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    index: false,
  });
  app.register(async (scope) => {
    keepAssets(scope);
    await scope.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      preCompressed: true,
      decorateReply: false,
      index: false,
      // An asset's name contains the hash of its content.
      immutable: true,
      maxAge: '1y',
      dotfiles: 'ignore',
      suppressWarning: true,
      setHeaders(reply, file) {
        if (assets.some((root) => file.startsWith(join(root, 'diagram', sep))))
          reply.headers(diagramCodeHeaders);
      },
    });
  });

  for (const [path, document] of Object.entries(pagePaths)) {
    app.get(path, async (_request, reply) => {
      await mustBeBuilt(folder);
      return reply.header('cache-control', 'no-cache').sendFile(document, folder, { cacheControl: false });
    });
    if (path === '/') continue;
    app.get(`${path}/`, ({ url, params }, reply) => {
      const values = params as Record<string, string>;
      return redirect(
        reply,
        path.replace(/:(\w+).*/, (_, name) => values[name] ?? ''),
        url,
      );
    });
  }
  for (const [name, path] of Object.entries(otherNames)) {
    for (const spelled of [name, `${name}/`]) {
      app.get(spelled, (request, reply) => redirect(reply, path, request.url));
    }
  }

  // At the root, since it covers every page; always revalidated, so that a new build is never missed.
  app.get('/service-worker.js', (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    if (serviceWorker === 'off') return reply.type('text/javascript; charset=utf-8').send(lastServiceWorker);
    return reply.sendFile('service-worker.js', folder, { cacheControl: false });
  });

  app.get('/diagram.html', async (_request, reply) => {
    await mustBeBuilt(folder);
    return reply
      .headers({ ...diagramHeaders(origin()), 'cache-control': 'no-cache' })
      .sendFile('diagram.html', folder, { cacheControl: false });
  });

  // Files beside the document, such as icons and the manifest. Never the document itself or the compressed copies.
  app.get('/:file(^[\\w-]+\\.(?:svg|png|ico|txt|xml|webmanifest)$)', (request, reply) => {
    const { file } = request.params as { file: string };
    return reply
      .header('cache-control', 'public, max-age=3600')
      .sendFile(file, folder, { cacheControl: false });
  });

  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) return answerRefusal(nothingHere, request, reply);
    await mustBeBuilt(folder);
    return reply.code(404).header('cache-control', 'no-store').sendFile(document, folder, {
      cacheControl: false,
      acceptRanges: false,
      etag: false,
      lastModified: false,
    });
  });
}

export async function mustBeBuilt(folder: string) {
  await access(join(folder, document)).catch(() => refuse('not-ready', notBuilt));
}

const notPages = /^\/+(api|files|exports|assets)(\/|$)/i;

/** The not-found page is for people: programs get the refusal, however the path is spelled. */
function wantsPage({ method, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = ''] = url.split('?');
  return !notPages.test(decodeURIComponent(path).replaceAll('\\', '/'));
}

function redirect(reply: FastifyReply, to: string, url: string) {
  const query = url.indexOf('?');
  return reply.redirect(query < 0 ? to : to + url.slice(query), 302);
}
