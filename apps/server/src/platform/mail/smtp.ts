import type { Transporter } from 'nodemailer';
import type { Envelope } from './mail.ts';
import { closed, message } from './message.ts';
import type { Smtp } from './smtp-url.ts';
import { MailError, UndeliverableError } from './undelivered.ts';

/** Sends mails to a server, each over a separate connection. */
export function smtpTransport({ host, port, isSecure, user }: Smtp) {
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  let transport: Promise<Transporter> | undefined;

  // Loaded with the first mail: most of the time there is none.
  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: isSecure,
      ...(user && { auth: { user: user.name, pass: user.password }, requireTLS: !isSecure && !isHere }),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
      ...closed,
    });
  }

  return async (mail: Envelope, signal?: AbortSignal) => {
    transport ??= open();
    try {
      await (await transport).sendMail({ ...message(mail), ...(signal && { signal }) });
    } catch (error) {
      throw asMailError(error);
    }
  };
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  rejectedErrors?: SmtpError[];
}

/** Whether it is refused for good. Otherwise it may be that too much was sent, which policy servers say here. */
function isAboutRecipient({ responseCode = 0, response = '' }: SmtpError): boolean {
  const reason = response.slice(4, 8);
  return responseCode >= 500 && (!reason.startsWith('5.') || ['5.1.', '5.2.'].includes(reason));
}

/** What went wrong, without the server's answer, which may repeat an address. */
function asMailError(error: unknown): Error {
  const {
    code = 'unknown',
    command,
    responseCode = 0,
    response = '',
    rejectedErrors = [],
  } = error as SmtpError;
  const isRefused = rejectedErrors.length > 0 && rejectedErrors.every(isAboutRecipient);
  if (command === 'RCPT TO' && isRefused) {
    return new UndeliverableError(`The mail server permanently refuses this recipient (${responseCode}).`);
  }
  // With 5.4.5 Gmail says that what may be sent a day is used up.
  const isAboutMail = !response.startsWith('5.4.', 4);
  if (command === 'DATA' && responseCode >= 500 && isAboutMail) {
    return new UndeliverableError(`The mail server permanently refuses this mail (${responseCode}).`);
  }
  return new MailError(responseCode ? `${code} ${responseCode}` : code);
}
