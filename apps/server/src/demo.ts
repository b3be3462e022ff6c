import { run } from './start.ts';

// The server of `npm run demo`: the only one with a page that stores settings of providers in the browser.

const files = JSON.parse(process.env.DEMO_FILES ?? '{}') as Record<string, { type: string; text: string }>;

await run((app) => {
  for (const [path, { type, text }] of Object.entries(files)) {
    app.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  }
});
