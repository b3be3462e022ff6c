import { relative, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const repository = resolve(import.meta.dirname, '../..');

/** Where the code of each part of the first page begins, by path in the repository. */
export const beginnings = {
  /** What runs before anything is painted. */
  first: 'apps/web/src/early/first.ts',
  /** What works before React has loaded. */
  early: 'apps/web/src/early/early.ts',
  /** The app, on every page. */
  main: 'apps/web/src/main.tsx',
  chat: 'apps/web/src/features/chat/index.ts',
  /** What renders the markdown of messages. */
  markdown: 'apps/web/src/features/messages/markdown/index.ts',
  /** What stands in for the server when there is no connection. */
  serviceWorker: 'apps/web/src/service-worker/worker.ts',
};

/** One built JavaScript file. */
export interface Chunk {
  file: string;
  /** Files that run before this one. */
  imports: string[];
  styles: string[];
  /** Bytes of each module before compression, by its path in the repository. */
  modules: Record<string, number>;
}

/** The file that holds a module, and all files that it imports. */
export function filesOf(module: string, chunks: readonly Chunk[]): [Chunk, ...Chunk[]] {
  const first = chunks.find(({ modules }) => module in modules);
  if (!first) throw new Error(`${module} is in no file of the build.`);
  const found = new Set([first]);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.file)) found.add(chunk);
  }
  return [...found] as [Chunk, ...Chunk[]];
}

/** What a module imports: statically, and on first use. */
export interface Links {
  now: readonly string[];
  later: readonly string[];
}

/** Records next to the build which chunk each module ended up in, and what each module imports. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks: Chunk[] = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map((chunk) => ({
          file: chunk.fileName,
          imports: chunk.imports,
          styles: [...(chunk.viteMetadata?.importedCss ?? [])],
          modules: Object.fromEntries(
            Object.entries(chunk.modules).map(([id, module]) => [
              relative(repository, id),
              module.renderedLength,
            ]),
          ),
        }));
      this.emitFile({ type: 'asset', fileName: '.chunks.json', source: JSON.stringify(chunks) });
      const named = (ids: readonly string[]) => ids.map((id) => relative(repository, id));
      const links = Array.from(this.getModuleIds(), (id): [string, Links] => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return [relative(repository, id), { now: named(importedIds), later: named(dynamicallyImportedIds) }];
      });
      const source = JSON.stringify(Object.fromEntries(links));
      this.emitFile({ type: 'asset', fileName: '.modules.json', source });
    },
  };
}

/**
 * Few files for the first page, since each costs a slow machine 3 ms: `react`, which stays in the cache when our
 * own code changes; `base`, small things without React that every page uses; `early`, all of the chat that works
 * without React, so that its text box need not wait for it; `app`, the parts common to all pages; `chat`, the rest of
 * the chat; and `markdown`, which a conversation waits for.
 */
export function firstChunks(): Rolldown.CodeSplittingGroup[] {
  let nameOf: ((id: string) => string | null) | undefined;
  return [
    { name: 'react', test: isReact, priority: 2 },
    {
      name(id, graph) {
        nameOf ??= sorted(graph);
        return nameOf(id);
      },
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ];
}

/**
 * Asks V8 to compile all of a file while it is still downloading, off the main thread, instead of each function on
 * its first call. Right where most functions are needed to draw the first page; elsewhere it would be wasted work.
 */
export const compileHint = ({ name }: { name: string }) =>
  ['react', 'app', 'chat', 'markdown'].includes(name) ? '//# allFunctionsCalledOnLoad' : '';

const isReact = (id: string) => /node_modules\/(?:react|react-dom|scheduler)\//.test(id);
const isShared = (id: string) => /\/src\/(?:api|lib|ui)\/|vite\/preload-helper/.test(id);
const isDoor = (id: string) => /\/src\/.*\/index\.ts$/.test(id);

function sorted(graph: Rolldown.ChunkingContext): (id: string) => string | null {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];

  function reached(from: string, through: (id: string) => boolean = () => true): Set<string> {
    const found = new Set([resolve(repository, from)]);
    for (const id of found) if (through(id)) for (const next of importsOf(id)) found.add(next);
    return found;
  }

  const answers = new Map<string, boolean>();
  /** Whether nothing a module imports needs React. An index.ts re-exports both kinds, so it does not count itself. */
  function isFree(id: string): boolean {
    if (isReact(id)) return false;
    if (!answers.has(id)) {
      answers.set(id, true);
      answers.set(
        id,
        importsOf(id).every((next) => isDoor(next) || isFree(next)),
      );
    }
    return answers.get(id) === true;
  }

  const early = reached(beginnings.early, (id) => isFree(id) || isDoor(id));
  const app = reached(beginnings.main);
  const chat = reached(beginnings.chat);
  const markdown = reached(beginnings.markdown);
  return (id) => {
    if (id.startsWith('\0rolldown')) return null;
    // A single style sheet for the first page, which later pages load with it.
    if ((app.has(id) || chat.has(id)) && id.endsWith('.css')) return 'base';
    if (early.has(id) && isFree(id) && !isDoor(id)) return isShared(id) || app.has(id) ? 'base' : 'early';
    if (app.has(id) || (chat.has(id) && isShared(id))) return 'app';
    if (chat.has(id)) return 'chat';
    if (markdown.has(id)) return isShared(id) ? 'app' : 'markdown';
    return null;
  };
}
