import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../testing/free-port.ts';
import type { Fault } from './fault.ts';
import { must, signUp } from './person.ts';
import { serverProcess } from './server-process.ts';

const people = 20;
const away = 15_000;

/** R5: nothing answers at SMTP_URL for a while; meanwhile the server is killed, too. */
export const noMailServer: Fault = {
  name: 'no-mail-server',
  summary: 'with the mail server down for a while, and kill -9 meanwhile, every mail arrives once',
  async run(say) {
    const port = await freePort();
    const server = await serverProcess({ CHALLENGE: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` });
    const { SMTPServer } = await import('smtp-server');
    const arrived: { to: string; id: string }[] = [];
    const post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData(stream, session, done) {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          arrived.push({ to, id: /^Message-ID: *(\S+)/im.exec(text)?.[1] ?? '' });
          done();
        });
      },
    });
    try {
      await server.start();
      for (let person = 0; person < people; person += 1) await signUp(server.url, `person${person}`);
      await wait(away / 2);
      await server.end('SIGKILL');
      await server.start();
      await wait(away / 2);
      must(server.isAlive(), 'The server died without its mail server.');

      await new Promise<void>((resolve) => post.listen(port, '127.0.0.1', resolve));
      const began = performance.now();
      while (new Set(arrived.map(({ to }) => to)).size < people) {
        must(performance.now() - began < 120_000, `Only ${arrived.length} of ${people} mails came.`);
        await wait(100);
      }
      const ids = new Set(arrived.map(({ id }) => id));
      must(ids.size === people, `${people} mails have ${ids.size} Message-IDs.`);
      must(arrived.length === people, `${people} mails came as ${arrived.length}.`);
      say(
        `${people} mails written without a mail server came once each, within ${Math.round((performance.now() - began) / 1000)} s of its return`,
      );
    } finally {
      await server.remove();
      await new Promise<void>((resolve) => post.close(() => resolve()));
    }
    return undefined;
  },
};
