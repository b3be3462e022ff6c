import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterwards } from './lifetime.ts';

interface Options {
  port?: number;
  /** SMTP codes with which to refuse a recipient, or a mail once it is read, and what to say. */
  refuses?: { recipient?: number; mail?: number; words?: string };
  /** Accepts no recipient before this. */
  held?: Promise<void>;
  /** Requires this user and password. */
  user?: { name: string; password: string };
}

export interface Mailbox {
  port: number;
  /** The mails received, parsed as a mail program would, with their envelope recipients. */
  mails: { read: Email; to: string[]; raw: string }[];
  /** Whether a recipient was named. */
  isHolding(): boolean;
  close(): Promise<void>;
}

/** A real mail server on this computer, stopped after the test. */
export async function mailbox({ port = 0, refuses = {}, held, user }: Options = {}): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  let isHolding = false;
  const server = new SMTPServer({
    authOptional: !user,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === user?.name && password === user?.password) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    async onRcptTo(_address, _session, done) {
      isHolding = true;
      await held;
      done(refusal(refuses.recipient, refuses.words));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const bytes = Buffer.concat(chunks);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ read: await PostalMime.parse(bytes), to, raw: bytes.toString() });
        done(refusal(refuses.mail, refuses.words));
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  afterwards(close);
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    isHolding: () => isHolding,
    close,
  };
}

function refusal(responseCode: number | undefined, words = 'No, thank you.'): Error | null {
  return responseCode === undefined ? null : Object.assign(new Error(words), { responseCode });
}
