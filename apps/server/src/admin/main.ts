import { admin } from './admin.ts';

process.exitCode = await admin(process.argv.slice(2), {
  env: process.env,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
