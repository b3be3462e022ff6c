import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer, defaultAllowedOrigins } from 'vite';

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const target = `http://127.0.0.1:${serverPort}`;

// Vite serves the page, with hot reload; requests to our server are proxied one port up.
const vite = await createServer({
  configFile: path.join(import.meta.dirname, 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    // The frame that draws diagrams has no origin.
    cors: { origin: [defaultAllowedOrigins, 'null'] },
    proxy: {
      ...Object.fromEntries(['/api', '/files', '/images', '/exports'].map((path) => [path, target])),
      '/live': { target, ws: true },
    },
  },
});
try {
  await vite.listen();
} catch (error) {
  console.error(`${(error as Error).message}. Free it, or set PORT to another.`);
  process.exit(1);
}
vite.printUrls();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: path.join(import.meta.dirname, '../..'),
  stdio: 'inherit',
  env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: `http://localhost:${port}` },
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.kill(signal);
    await vite.close();
    process.exit(0);
  });
}
