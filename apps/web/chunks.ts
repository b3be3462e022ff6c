import { relative, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { type Links, reachable } from './reachable.ts';

const repository = resolve(import.meta.dirname, '../..');

/** The entry module of each part of the first page, by path in the repository. */
export const entryPoints = {
  /** Runs before anything is painted. */
  first: 'apps/web/src/early/first.ts',
  /** Works before React has loaded. */
  early: 'apps/web/src/early/early.ts',
  /** The app, on every page. */
  main: 'apps/web/src/main.tsx',
  chat: 'apps/web/src/features/chat/index.ts',
  /** The table of all other pages. */
  others: 'apps/web/src/app/other-pages.tsx',
  /** Renders the markdown of messages. */
  markdown: 'apps/web/src/features/messages/blocks/index.ts',
  /** Stands in for the server when there is no connection. */
  serviceWorker: 'apps/web/src/service-worker/worker.ts',
};

/**
 * Imported dynamically around a chat, but not part of it: the other pages, the frame around it, signing out, lending,
 * the dialogs of the sidebar, what is left from before one signed in, the search, and the event log, which only
 * `debug=true` opens.
 */
export const outsideChat = [
  'apps/web/src/app/routes.ts',
  'apps/web/src/app/not-found.tsx',
  'apps/web/src/app/framed.tsx',
  'apps/web/src/app/guest-work.ts',
  'apps/web/src/app/lending.tsx',
  'apps/web/src/app/debug.tsx',
  'apps/web/src/features/conversation/clear-browser.tsx',
  'apps/web/src/features/conversation/records/folder-dialogs.tsx',
  'apps/web/src/features/sync/owner/guest.ts',
  'apps/web/src/features/sync/search/search-here.ts',
];

/** Entry modules of the visitors’ pages that have forms, and of the members’ pages. */
const visitorPages = ['apps/web/src/app/for-visitors.tsx', 'apps/web/src/features/auth/signin-page.tsx'];
const memberPages = [
  'apps/web/src/features/conversations/index.ts',
  'apps/web/src/features/dashboard/index.ts',
  'apps/web/src/features/people/index.ts',
  'apps/web/src/features/settings/index.ts',
  'apps/web/src/features/room/index.ts',
  'apps/web/src/features/spaces/index.ts',
];
/** Runs before each page of a member. */
const beforeMemberPages = 'apps/web/src/app/for-members.tsx';

/** Documents of all other pages and of those that people open most, with what each fetches once the app runs. */
export const pageDocuments = {
  'index.html': [entryPoints.others],
  'dashboard.html': [entryPoints.others, beforeMemberPages, 'apps/web/src/features/dashboard/index.ts'],
  'room.html': [
    entryPoints.others,
    beforeMemberPages,
    'apps/web/src/features/room/index.ts',
    entryPoints.markdown,
  ],
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
        const [imports, dynamicImports] = [named(importedIds), named(dynamicallyImportedIds)];
        return [relative(repository, id), { imports, dynamicImports }];
      });
      const source = JSON.stringify(Object.fromEntries(links));
      this.emitFile({ type: 'asset', fileName: '.modules.json', source });
    },
  };
}

/**
 * Few files for each page, since each costs a slow machine 3 ms: `react`, which stays in the cache when our
 * own code changes; `base`, small things without React that every page uses; `early`, all of the chat that works
 * without React, so that its text box need not wait for it; `app`, the parts common to all pages; `chat`, the rest of
 * the chat; `composer`, which Home shows without a chat; and `markdown`, which a conversation waits for. What several
 * pages of members share is in `query`, in `shell`, and in `members`, with a file of its own for what chats or the forms
 * of visitors use as well; `rooms` is what a room shares with its dialogs. What comes later is in files of what is
 * needed at the same moment, since each small file is compressed by itself and asked for by itself.
 */
export function firstChunks(): Rolldown.CodeSplittingGroup[] {
  let nameOf: ((id: string) => string | null) | undefined;
  let membersOf: ((id: string) => string | null) | undefined;
  let laterOf: ((id: string) => string | null) | undefined;
  const shared = { minShareCount: 2, includeDependenciesRecursively: false };
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
    { ...shared, name: 'query', test: /node_modules\/@tanstack\// },
    { ...shared, name: 'shell', test: aroundMembers },
    {
      ...shared,
      // Components would bring their styles and icons, which not every page needs.
      test: /\/src\/.*\.ts$/,
      name(id, graph) {
        membersOf ??= sharedByMembers(graph);
        return membersOf(id);
      },
    },
    {
      name(id, graph) {
        laterOf ??= later(graph);
        return laterOf(id);
      },
      includeDependenciesRecursively: false,
    },
  ];
}

/**
 * Asks V8 to compile all of a file while it is still downloading, off the main thread, instead of each function on
 * its first call. Worth it where most functions are needed for the first page; wasted work elsewhere. V8 looks for it
 * at the very top, where Vite puts its list of files after any banner.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && calledOnLoad.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

const calledOnLoad = ['react', 'app', 'chat', 'markdown'];
const isReact = (id: string) => /node_modules\/(?:react|react-dom|scheduler)\//.test(id);
/** Surrounds nearly every members’ page, without dialogs and menus. */
const aroundMembers =
  /\/src\/(?:app\/(?:for-members|interrupted)|features\/(?:shell|person\/(?:failure|relation|user|person-actions))\/(?!report-dialog)|ui\/(?:empty-state\/empty|icon\/page-icons))[\w./-]*(?:\.tsx|\.css)$/;
const isOfRooms = (id: string) =>
  /\/src\/features\/(?:room|spaces|post)\/|\/packages\/sync\/src\/(?:answer-of|lent|look-alike|mentions|turn)\./.test(
    id,
  );
/** Whether a path of ours begins in one of these ways, below its `src`. */
const below =
  (...beginnings: string[]) =>
  (id: string): boolean =>
    beginnings.some((beginning) => id.includes(`/src/${beginning}`));
/**
 * What several pages use long after the frame is there: following a feed, uploading files and own pictures, what leaving
 * loses, what is written or suggested. Also what an index.ts offers to dialogs and settings alone.
 */
const isLate = below(
  'api/follow-feed.',
  'api/following.',
  'features/composer/suggestions/',
  'features/conversation/records/folder-file.',
  'features/conversation/records/standing.',
  'features/conversation/records/write.',
  'features/keys/due.',
  'features/keys/late-wiring.',
  'features/keys/listing.',
  'features/keys/storage-warning.',
  'features/person/me/own-images.',
  'features/prompts/prompt.',
  'features/prompts/template.',
  'features/thread/messages-before.',
  'features/thread/show-message.',
  'features/usage/used-up/used-up-value.',
  'lib/drafts/unsent-drafts.',
  'lib/files/file-to-store.',
  'ui/hover-card/hover-panel.',
  'ui/icon/page-icons.',
  'ui/theme/look.',
);
/** What an index.ts offers to what is loaded once a page is there. */
const isForLater = below('file-names.', 'plain-words.', 'values.', 'features/record/list/records.');
/** What features/conversation/index.ts offers to the lists of conversations alone. */
const isOfLists = below('features/conversation/groups.', 'features/conversation/records/dragging.');
const isShared = (id: string) => !isOfRooms(id) && /\/src\/(?:api|lib|ui)\/|vite\/preload-helper/.test(id);
/** What ui/index.ts offers beyond what a new chat shows, and what drawings and lists of people watch. */
const isLateUi = below(
  'ui/avatar/avatar.tsx',
  'ui/field/',
  'ui/icon/late-icons.',
  'ui/narrow-page/',
  'ui/notice/',
  'ui/popover/popover.tsx',
  'ui/theme/scheme.',
  'ui/theme/when-colours-change.',
  'ui/toggle-group/',
);
const isOfComposer = (id: string) => /\/src\/features\/composer\/(?!text-box)[\w-]+\.tsx?$/.test(id);
/** Only an import() reaches it. */
const isDialogOfKeys = (id: string) => id.endsWith('/src/app/api-configuration.ts');
const isIndexFile = (id: string) => /\/src\/.*\/index\.ts$/.test(id);

/** What parts of the interface share of Base UI, by file. The first that reaches a module holds it. */
const partsOfInterface = {
  overlays: ['dialog/dialog.tsx', 'dialog/confirm-dialog.tsx', 'dialog/form-dialog.tsx'],
  popups: [
    'menu/menu-list.tsx',
    'popover/popover-popup.tsx',
    'hover-card/hover-card-popup.tsx',
    'tooltip/tooltip-popup.tsx',
  ],
  pickers: ['combobox/combobox.tsx', 'picker/picker.tsx'],
};
/** Small modules of ours that are loaded at the same moment. */
const loadedTogether = {
  forms: /\/features\/form\/(?:form-rules|username-field)\./,
  overlays: /\/ui\/(?:text-area|switch|select)\/|\/lib\/state\/changed-fields\./,
  /** Around the text box and the title, once a chat is idle. */
  'chat-parts':
    /\/features\/thread\/(?:messages-before|show-message)\.|\/ui\/empty-state\/drawings\/conversation\.|\/features\/chat\/(?:beginning\/|(?:chat-title|conversation-notes|missing-conversation|renaming|stored-menu|stored-parts|unreadable-note|use-addressed-message)\.|steering\/(?:[a-z]+\/)?(?:bills|budget-note|composer-notes|context|context-meter|count-temporary|drop-oldest|folder-button|folder-connection|folder-files-note|folder-model-note|long-chat-note|parts|provider-switch|reply-cost|spending|tools|use-folder-model|use-standing|watch-context)\.)/,
  /** What a press in a chat opens. */
  'chat-dialogs':
    /\/ui\/shortcuts\/key-labels\.|\/(?:features\/chat\/(?:discard-dialog|steering\/(?:[a-z]+\/)?(?:chat-settings|standing-fields))|features\/messages\/(?:blocks\/diagram\/diagram-dialog|view\/edit\/edit-box|view\/files\/file-dialog)|features\/conversation\/records\/own-instructions|ui\/encoding\/encoding-(?:choice|dialog)|ui\/shortcuts\/shortcuts-dialog)[\w-]*\.(?:tsx|module\.css)$/,
  prompts:
    /\/features\/(?:composer\/suggestions\/[\w-]+|prompts\/(?:composer-prompts|prompt|prompt-source|template|use-prompts))\.(?:tsx?|module\.css)$/,
  'conversation-items':
    /\/(?:ui\/rename-box\/|features\/conversation\/(?:conversation-items|pinned-mark|records\/folder-mark)\.)/,
  /** Beside lists of conversations, but not in a chat. */
  'conversation-lists': /\/features\/conversation\/(?:clear-browser|records\/folder-dialogs)\./,
  // On the pages around people and spaces, but not in the frame.
  places:
    /\/(?:person\/view\/(?:friend-actions|person-card|person-link)|space\/(?:ai-notice|join-space|new-space|schedule-session)|ui\/hover-card\/hover-panel)\.(?:tsx|module\.css)$/,
  /** Before members’ pages and those of visitors. */
  guards: /\/src\/app\/(?:for-visitors|waiting|unreachable)\./,
  /** Those that only one page shows come with that page. */
  drawings: /\/ui\/empty-state\/drawings\/(?:search|space|torn)\./,
  /** What a file needs that is added to a message. */
  'file-reading':
    /\/features\/(?:file-reading\/(?:fit|lossless|picture-bounds|picture-size|reader|redraw|redrawn|redraw-worker|signatures|sniff)|chat\/files\/(?:fitness|preparing))\.ts(?:\?worker&url)?$|\/schedule\/limit-concurrency\./,
  sync: /\/features\/sync\/(?!search\/search-|owner\/(?:guest|adopted-records))|\/node_modules\/idb\/|\/lib\/(?:files\/file|schedule\/coalesced)\.ts$/,
  /** What writes folders, prompts and instructions. */
  records: /\/features\/conversation\/records\/(?:write|standing|folder-file)\./,
  /** In rooms at once, in a chat later. */
  'follow-feed': /\/src\/(?:api\/follow(?:-feed|ing)|features\/usage\/noted\/noted-usage)\.ts$/,
  models:
    /\/features\/keys\/(?:due|late-wiring|listing|storage-warning)\.|\/features\/chat\/steering\/[a-z]+\/(?:folder-files|model-groups|model-summary|token-counts)\.ts$|\/packages\/providers\/src\/(?:effort|known-models|pictures|retirement|request-options|cost|estimate|terms|counting)\.ts$/,
};

function later(graph: Rolldown.ChunkingContext): (id: string) => string | null {
  const linksOf = (id: string) => ({
    imports: graph.getModuleInfo(id)?.importedIds ?? [],
    dynamicImports: [],
  });
  const inInterface = Object.entries(partsOfInterface).map(([name, modules]): [string, Set<string>] => [
    name,
    reachable(
      modules.map((module) => resolve(repository, 'apps/web/src/ui', module)),
      linksOf,
    ),
  ]);
  return (id) =>
    inInterface.find(
      ([name, reached]) => reached.has(id) && !(name === 'overlays' && isOnlyOfPopups(id)),
    )?.[0] ??
    Object.entries(loadedTogether).find(([, test]) => test.test(id))?.[0] ??
    null;
}

/** An index of Base UI imports them, so that dialogs seem to need them. */
const isOnlyOfPopups = (id: string) =>
  /\/@floating-ui\/(?:core|dom|react-dom)\/|\/(?:useClick|useHover\w+|useListNavigation|useTypeahead|inlineRect)\.mjs$/.test(
    id,
  );

function sharedByMembers(graph: Rolldown.ChunkingContext): (id: string) => string | null {
  const absolute = (files: readonly string[]) => files.map((file) => resolve(repository, file));
  function linksOf(id: string, includesDynamic = true): Links {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return { imports: importedIds, dynamicImports: includesDynamic ? dynamicallyImportedIds : [] };
  }
  const atOnce = (...files: string[]) => reachable(absolute(files), (id) => linksOf(id, false));

  const { main, early, chat } = entryPoints;
  const chats = reachable(absolute([main, early, chat]), linksOf, absolute(outsideChat));
  const visitors = atOnce(...visitorPages);
  const members = atOnce(beforeMemberPages);
  const pages = memberPages.map((page) => atOnce(page));
  return (id) => {
    if (isLate(id)) return null;
    const users = pages.filter((page) => page.has(id)).length;
    const isForAll = members.has(id) || users > 1 || (users === 1 && isShared(id));
    if (!isForAll) return users === 1 && isOfRooms(id) ? 'rooms' : null;
    const isOfChats = chats.has(id) && !isOfLists(id);
    return ['members', isOfChats && 'chats', visitors.has(id) && 'visitors'].filter(Boolean).join('-');
  };
}

function sorted(graph: Rolldown.ChunkingContext): (id: string) => string | null {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];

  function needed(from: string, through: (id: string) => boolean = () => true): Set<string> {
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
        importsOf(id).every((next) => isIndexFile(next) || isFree(next)),
      );
    }
    return answers.get(id) === true;
  }

  const early = needed(entryPoints.early, (id) => isFree(id) || isIndexFile(id));
  const app = needed(entryPoints.main);
  const chat = needed(entryPoints.chat);
  const markdown = needed(entryPoints.markdown);
  return (id) => {
    if (id.startsWith('\0rolldown')) return null;
    // A single style sheet for the first page, which later pages load with it.
    if ((app.has(id) || chat.has(id)) && id.endsWith('.css')) return 'base';
    if (isLateUi(id)) return 'late-ui';
    if (isLate(id) || isForLater(id)) return null;
    if (early.has(id) && isFree(id) && !isIndexFile(id))
      return isShared(id) || app.has(id) ? 'base' : 'early';
    if (app.has(id) || (chat.has(id) && isShared(id))) return 'app';
    if (isOfComposer(id)) return 'composer';
    if (chat.has(id) || isDialogOfKeys(id)) return 'chat';
    if (markdown.has(id)) return isShared(id) ? 'app' : 'markdown';
    return null;
  };
}
