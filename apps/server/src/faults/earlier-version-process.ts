import { versionBefore } from './earlier-version.ts';

// For a run of journeys: unpacks and builds the version before the one that added a file, prints where, and removes it when
// its output is closed.
const earlier = await versionBefore(process.argv[2] ?? '', { isBuilt: true });
if (!earlier) throw new Error('The earlier version is not available: it is read from the git history.');
console.log(earlier.root);
process.stdin.resume().once('end', async () => {
  await earlier.remove();
  process.exit(0);
});
