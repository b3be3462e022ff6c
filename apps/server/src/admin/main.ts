import { admin } from './admin.ts';

process.exitCode = await admin(process.argv.slice(2), {
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
});
