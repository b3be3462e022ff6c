/** A part of the repository: a folder, and what it may import of the others. */
export interface Part {
  /** Path from the root; of two that match a file, the longer one applies. */
  folder: string;
  /** The other parts that it may import. */
  imports: readonly string[];
  /** The message for an import that breaks the rule. */
  why: string;
  /** Other parts may import only this file of it. */
  entry?: string;
  /** Only what is in this folder may import it; others use the index.ts of that folder. */
  inside?: string;
  /** npm packages it may not import. */
  without?: readonly string[];
}

const web = (folder: string) => `apps/web/src/${folder}`;
const feature = (name: string) => web(`features/${name}`);
const domain = (name: string) => `apps/server/src/domains/${name}`;
const platform = (name: string) => `apps/server/src/platform/${name}`;
const contract = 'packages/contract';
const sync = 'packages/sync';

const config = 'apps/server/src/config.ts';

/** The other domains that each domain may import. */
const neighbours: Record<string, readonly string[]> = {
  auth: ['users'],
  friends: ['users'],
  reports: ['users', 'friends'],
  spaces: ['users'],
  'own-data': ['users', 'auth'],
};

const ground = [web('lib'), web('ui')];
const stored = ['conversation/list', 'record/list', 'sync/rows', 'sync/storage'].map(feature);
const account = [...ground, contract, web('api'), feature('account')];

/** From the lowest layer to the highest: each part imports from layers below it only. */
export const layers: readonly Part[] = [
  // Packages.
  {
    folder: sync,
    imports: [],
    without: ['react', 'zod'],
    why: 'What browser and server must agree on about stored rows depends on nothing.',
  },
  {
    folder: contract,
    imports: [sync],
    without: ['react', 'fastify'],
    why: 'Everything reads the contract: it may import zod and the limits of sync, nothing else of ours.',
  },
  {
    folder: 'packages/providers',
    imports: [sync],
    without: ['react', 'zod'],
    why: 'Providers run anywhere a fetch does: web standards, an SSE parser and what sorts reasoning, nothing else of ours.',
  },
  {
    folder: 'packages/markdown',
    imports: [],
    without: ['react', 'react-dom', 'zod'],
    why: 'The Markdown parser is for anyone: no React, nothing of ours.',
  },
  {
    folder: 'packages/imitation',
    imports: [],
    why: 'The imitation is written from the references of the vendors, never from our adapters, or it proves nothing.',
  },

  // Browser.
  { folder: web('lib'), imports: [], why: 'lib is small browser helpers: it imports nothing of ours.' },
  {
    folder: web('ui'),
    imports: [web('lib')],
    why: 'The design system knows no noun of ours: lib, React and Base UI only.',
  },
  {
    folder: web('api'),
    imports: [web('lib'), contract],
    why: 'The caller of our server knows the contract and nothing above it: no provider key ever gets there.',
  },
  {
    folder: feature('keys'),
    imports: [...ground, 'packages/providers'],
    entry: 'index.ts',
    why: 'A key never gets to our server: features/keys imports neither api nor the contract nor any other feature.',
  },
  {
    folder: feature('conversation/list'),
    imports: [web('lib'), sync],
    entry: 'index.ts',
    why: 'The one list of conversations is written by what stores them and read by every page: it imports lib only.',
  },
  {
    folder: feature('record/list'),
    imports: [web('lib'), sync],
    entry: 'index.ts',
    why: 'The one list of records is written by what stores them and read by every page: it imports lib only.',
  },
  ...Object.entries({
    rows: [feature('record/list')],
    storage: ['record/list', 'sync/rows'].map(feature),
    store: stored,
    exchange: [...stored, feature('sync/store'), web('api')],
    owner: [...stored, ...['sync/store', 'sync/exchange'].map(feature), web('api')],
    search: ['sync/rows', 'sync/storage', 'sync/store', 'sync/owner'].map(feature),
  }).map(([name, imports]) => ({
    folder: feature(`sync/${name}`),
    imports: [web('lib'), contract, sync, ...imports],
    inside: feature('sync'),
    why: 'What stores conversations knows no screen and no provider, and each of its folders imports from below. Rows, storage and store know no server: only exchange and owner call api.',
  })),
  {
    folder: feature('sync'),
    imports: [feature('sync')],
    entry: 'index.ts',
    why: 'The root of features/sync is its door, which opens its folders and imports nothing else.',
  },
  {
    folder: feature('messages'),
    imports: [...ground, 'packages/markdown'],
    entry: 'index.ts',
    why: 'What shows messages knows neither a thread, a provider nor the server: messages come in, intents go out.',
  },
  {
    folder: feature('thread'),
    imports: [...ground, sync, 'packages/markdown', feature('keys'), feature('messages')],
    entry: 'index.ts',
    why: 'A thread knows no storage and no server.',
  },
  {
    folder: feature('composer'),
    imports: ground,
    entry: 'index.ts',
    why: 'The composer is on pages that know no chat: ui and lib only. What not every page needs is a slot.',
  },
  {
    folder: feature('composer/files'),
    imports: [...ground, sync, ...['composer', 'messages'].map(feature)],
    entry: 'index.ts',
    why: 'The files of a composer know neither storage, the server nor a provider: a page passes in where they go.',
  },
  {
    folder: feature('composer/suggestions'),
    imports: [...ground, feature('composer')],
    entry: 'index.ts',
    why: 'Suggestions come from a source that a page passes in, and know neither people nor commands.',
  },
  {
    folder: feature('file-reading'),
    imports: [...ground, feature('messages')],
    why: 'What of a file is sent is read the same way everywhere: ui, lib and messages only. Without an entry: it is loaded with the first file.',
  },
  {
    folder: feature('conversation'),
    imports: [
      ...ground,
      sync,
      web('api'),
      ...['composer/files', 'conversation/list', 'file-reading', 'messages', 'record/list', 'sync'].map(
        feature,
      ),
    ],
    entry: 'index.ts',
    why: 'What is known of a conversation stands below every page, and knows neither a thread nor a provider.',
  },
  {
    folder: feature('usage/sums'),
    imports: [web('lib'), contract],
    entry: 'index.ts',
    why: 'What usage adds up to is arithmetic: lib and the contract only.',
  },
  {
    folder: feature('usage/used-up'),
    imports: [web('lib')],
    entry: 'index.ts',
    why: 'Whether a budget is used up is read before the first question: lib only.',
  },
  {
    folder: feature('usage/noted'),
    imports: [web('lib'), contract],
    entry: 'index.ts',
    why: 'What an answer used is noted as a page is left: lib and the contract only.',
  },
  {
    folder: feature('usage/budget'),
    imports: [web('lib'), sync, feature('usage/used-up')],
    entry: 'index.ts',
    why: 'A budget is arithmetic: lib and the package sync only.',
  },
  {
    folder: feature('usage'),
    imports: [
      web('lib'),
      web('api'),
      contract,
      sync,
      ...['record/list', 'sync', 'usage/budget', 'usage/noted', 'usage/sums', 'usage/used-up'].map(feature),
    ],
    entry: 'index.ts',
    why: 'What answers used stands below every page: features/usage imports sync, api, lib and the contract only.',
  },
  {
    folder: feature('prompts'),
    imports: [
      ...ground,
      sync,
      ...['composer', 'composer/suggestions', 'conversation', 'record/list'].map(feature),
    ],
    entry: 'index.ts',
    why: 'Prompts are for every composer: they know no page and nothing that is sent.',
  },
  {
    folder: feature('chat'),
    imports: [
      ...ground,
      contract,
      sync,
      web('api'),
      ...['composer', 'conversation', 'file-reading', 'keys', 'messages', 'prompts', 'sync'].map(feature),
      ...['thread', 'usage'].map(feature),
      ...['record/list', 'usage/budget', 'usage/used-up'].map(feature),
    ],
    entry: 'index.ts',
    why: 'The chat knows no page of an account.',
  },
  {
    folder: feature('account'),
    imports: [...ground, contract, web('api')],
    entry: 'index.ts',
    why: 'Who is signed in stands below every page: features/account imports api, ui and lib only.',
  },
  {
    folder: feature('person'),
    imports: [...account, sync],
    entry: 'index.ts',
    why: 'What is known of a person stands below every page: features/person imports account, api, sync, ui and lib only.',
  },
  {
    folder: feature('post'),
    imports: [web('lib'), contract],
    why: 'Posts that wait and turns that were asked here stand below what sends and shows them: lib and the contract only.',
  },
  {
    folder: feature('space/wrong-fields.ts'),
    imports: [...ground, feature('person')],
    why: 'What is wrong in a form is loaded with the form, not with what every page knows of a space.',
  },
  {
    folder: feature('space'),
    imports: [...account, sync, ...['person', 'post', 'space/wrong-fields.ts', 'sync'].map(feature)],
    entry: 'index.ts',
    why: 'What is known of a space stands below every page: features/space imports person, sync, api, ui and lib only.',
  },
  {
    folder: feature('search'),
    imports: [...account, sync, ...['conversation', 'person'].map(feature)],
    entry: 'index.ts',
    why: 'What searches messages stands below the pages that show what is found.',
  },
  {
    folder: feature('shell'),
    imports: [...ground, contract, ...['account', 'conversation', 'person', 'search', 'space'].map(feature)],
    entry: 'index.ts',
    why: 'What the pages of an account have in common knows none of them: shell imports what stands below pages.',
  },
  {
    folder: feature('legal'),
    imports: ground,
    entry: 'index.ts',
    why: 'Legal texts import ui and lib only.',
  },
  {
    folder: feature('landing'),
    imports: [...ground, feature('legal')],
    entry: 'index.ts',
    why: 'The landing page imports ui, lib and the links to the legal texts only.',
  },
  {
    folder: feature('challenge'),
    imports: [...ground, contract, web('api')],
    entry: 'index.ts',
    why: 'A foreign script may run here, so no other feature is imported, least of all the keys: api, ui and lib only.',
  },
  {
    folder: feature('form'),
    imports: [...account, feature('challenge'), feature('person')],
    entry: 'index.ts',
    why: 'The forms of accounts stand below the pages that show them, and know nothing of provider keys.',
  },
  {
    folder: feature('auth'),
    imports: [...account, feature('form'), feature('legal'), feature('person')],
    entry: 'index.ts',
    why: 'A page on which passwords are typed knows nothing of provider keys.',
  },
  {
    folder: feature('self'),
    imports: [...account, feature('person')],
    entry: 'index.ts',
    why: 'A page on which passwords are typed knows nothing of provider keys.',
  },
  ...['onboarding', 'settings', 'people', 'conversations', 'dashboard'].map((name) => ({
    folder: feature(name),
    imports: [
      ...account,
      sync,
      ...['composer', 'conversation', 'form', 'person', 'prompts', 'search', 'self', 'shell', 'space'].map(
        feature,
      ),
    ],
    entry: 'index.ts',
    why: 'A page of an account imports what stands below all pages; no other page, and nothing of provider keys.',
  })),
  {
    folder: feature('join'),
    imports: [...account, sync, ...['form', 'person', 'self', 'shell', 'space'].map(feature)],
    entry: 'index.ts',
    why: 'The page of an invitation comes before everything else: it imports what stands below all pages.',
  },
  {
    folder: feature('costs'),
    imports: [
      ...account,
      sync,
      ...[
        'conversation',
        'keys',
        'person',
        'record/list',
        'shell',
        'space',
        'usage',
        'usage/budget',
        'usage/sums',
      ].map(feature),
    ],
    entry: 'index.ts',
    why: 'The page of costs knows the names of models and what was used; no other page.',
  },
  {
    folder: feature('torch/models/model-words.ts'),
    imports: ['packages/providers'],
    why: 'What models and companies are called stands in the tables of the providers.',
  },
  {
    folder: feature('torch'),
    imports: [
      ...account,
      sync,
      ...['keys', 'person', 'post', 'shell', 'space', 'usage', 'torch/models/model-words.ts'].map(feature),
      ...['usage/budget', 'usage/noted', 'usage/used-up'].map(feature),
    ],
    entry: 'index.ts',
    why: 'What answers in spaces asks through the door of the keys, and knows no page.',
  },
  {
    folder: feature('spaces'),
    imports: [...account, sync, ...['person', 'post', 'shell', 'space'].map(feature)],
    entry: 'index.ts',
    why: 'The page of spaces lists them: person, post, shell and space only.',
  },
  {
    folder: feature('room'),
    imports: [
      ...account,
      sync,
      ...['composer', 'messages', 'person', 'post', 'prompts', 'shell', 'space', 'torch'].map(feature),
      feature('space/wrong-fields.ts'),
    ],
    entry: 'index.ts',
    why: 'A room shows messages and knows no provider key: composer, messages, person, post, prompts, shell, space and torch only.',
  },
  {
    folder: web('early'),
    imports: [...ground, ...['chat', 'composer'].map(feature)],
    why: 'What works before React imports the chat and the composer; early-imports.test.ts says how much of them.',
  },
  {
    folder: web('service-worker'),
    imports: [web('lib')],
    why: 'The service worker imports lib only.',
  },
  {
    folder: web('app'),
    imports: [
      ...account,
      ...[
        'auth',
        'chat',
        'conversations',
        'costs',
        'dashboard',
        'join',
        'keys',
        'landing',
        'legal',
        'onboarding',
        'people',
        'room',
        'settings',
        'shell',
        'spaces',
        'torch',
      ].map(feature),
    ],
    why: 'The app knows the pages, and opens the dialog of the keys over them; no feature knows the app.',
  },
  {
    folder: 'apps/web/src',
    imports: [web('app'), web('early'), web('service-worker'), ...ground],
    why: 'What is started imports the app.',
  },

  // Server: the outside world.
  ...Object.entries({
    process: [],
    batches: [],
    network: [],
    memory: [],
    reference: [],
    json: [sync],
    challenge: [contract],
    limits: [contract, platform('memory')],
    log: [contract, platform('network')],
    http: [contract, sync, ...['json', 'limits', 'log', 'network', 'process'].map(platform)],
    files: [platform('http')],
    database: [sync, ...['batches', 'files', 'http', 'json', 'process'].map(platform)],
    images: ['files', 'http'].map(platform),
    feed: ['batches', 'database', 'http'].map(platform),
    search: [sync, ...['batches', 'database', 'feed', 'process'].map(platform)],
    live: [
      contract,
      sync,
      ...[
        'batches',
        'database',
        'feed',
        'files',
        'http',
        'json',
        'memory',
        'network',
        'process',
        'tokens',
      ].map(platform),
    ],
    web: [platform('http')],
    zip: [platform('files')],
    tokens: [sync, ...['database', 'http', 'memory'].map(platform)],
    'shared-limits': ['database', 'limits', 'tokens'].map(platform),
    jobs: [sync, platform('database')],
    mail: [sync, ...['database', 'files', 'jobs', 'tokens'].map(platform)],
  }).map(([name, imports]) => ({
    folder: platform(name),
    imports,
    why: 'The platform is the outside world: it does not know the domains, nor the platform above it.',
  })),

  // Server: the domains.
  ...Object.entries({
    challenge: ['challenge', 'database', 'http', 'memory', 'network', 'tokens'],
    users: ['database', 'http', 'limits', 'mail', 'process', 'tokens'],
    auth: ['batches', 'database', 'http', 'limits', 'mail', 'memory', 'network', 'tokens'],
    files: ['batches', 'database', 'files', 'http', 'images', 'limits'],
    images: ['batches', 'database', 'files', 'http', 'images', 'jobs', 'tokens'],
    friends: ['database', 'http', 'process'],
    reports: ['database', 'http'],
    'own-data': ['batches', 'database', 'files', 'http', 'jobs', 'mail', 'tokens', 'zip'],
    conversations: [
      'batches',
      'database',
      'feed',
      'files',
      'http',
      'jobs',
      'json',
      'limits',
      'live',
      'process',
      'search',
    ],
    spaces: ['batches', 'database', 'feed', 'files', 'http', 'jobs', 'live', 'log', 'search', 'tokens'],
  }).map(([name, outside]) => ({
    folder: domain(name),
    imports: [contract, sync, ...outside.map(platform), ...(neighbours[name] ?? []).map(domain)],
    entry: 'service.ts',
    why: 'A domain meets its neighbour at service.ts only, and never the providers: the server sees no key.',
  })),

  // Server: what is started.
  {
    folder: config,
    imports: ['challenge', 'files', 'images', 'log', 'mail'].map(platform),
    why: 'The configuration knows what the platform can be told, and no domain.',
  },
  {
    folder: 'apps/server/src/accounts.ts',
    imports: [contract, ...['auth', 'users'].map(domain)],
    why: 'Accounts are wired of users and auth.',
  },
  {
    folder: 'apps/server/src/admin',
    imports: [
      contract,
      config,
      'apps/server/src/accounts.ts',
      ...['own-data', 'reports', 'spaces', 'users'].map(domain),
      ...['database', 'files', 'http', 'jobs', 'log', 'mail'].map(platform),
    ],
    why: 'The command line does what services do: it meets a domain at service.ts only.',
  },
  {
    folder: 'apps/server/src/testing',
    imports: ['apps/server/src', contract, sync],
    why: 'What tests share imports the server.',
  },
  {
    folder: 'apps/server/src/faults',
    imports: [
      'apps/server/src/testing',
      contract,
      sync,
      ...ground,
      web('api'),
      feature('post'),
      feature('room'),
      feature('torch'),
    ],
    why: 'Faults are tried from outside, with what browsers run.',
  },
  {
    folder: 'apps/server/src/app.ts',
    imports: ['apps/server/src', contract, sync],
    why: 'The server imports no provider and nothing of the web app: it never sees a key.',
  },
  {
    folder: 'apps/server/src',
    imports: ['apps/server/src', contract, sync],
    why: 'The server imports no provider and nothing of the web app: it never sees a key.',
  },
];
