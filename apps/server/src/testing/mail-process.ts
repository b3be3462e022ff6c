import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

// A mail server for a run of journeys: writes each mail to FOLDER as a file, the newest with the highest number.
// Prints its port on one line, and ends when its standard input closes.

const folder = process.env.FOLDER ?? '';
mkdirSync(folder, { recursive: true });
let count = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      count += 1;
      const file = join(folder, `${String(count).padStart(6, '0')}.eml`);
      writeFileSync(`${file}.part`, Buffer.concat(chunks));
      renameSync(`${file}.part`, file);
      done();
    });
  },
});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
process.stdin.resume().once('end', () => server.close(() => process.exit(0)));
