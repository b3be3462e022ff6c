// For containers: exits with 0 while the server on this machine answers at /healthz, with 1 otherwise.
const port = process.env.PORT?.trim() || '3000';
const isHealthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
