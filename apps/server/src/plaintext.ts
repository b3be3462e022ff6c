import type { ServerConfig } from './config.ts';

/** A sentence for each configured service on another computer that is spoken to without encryption. */
export function plaintextServices({
  databaseUrl,
  s3,
  smtp,
}: Pick<ServerConfig, 'databaseUrl' | 's3' | 'smtp'>): string[] {
  const sentences: string[] = [];
  if (databaseUrl && isPlainPostgres(new URL(databaseUrl))) {
    sentences.push(
      'DATABASE_URL asks for no encryption: anyone on the network in between can read and change everything. Add ?sslmode=verify-full',
    );
  }
  if (s3?.endpoint.startsWith('http:') && isElsewhere(new URL(s3.endpoint).hostname)) {
    sentences.push(
      'S3_ENDPOINT is plain http: anyone on the network in between can read the files. Use https',
    );
  }
  // With a password, encryption is required anyway.
  if (smtp && !smtp.isSecure && !smtp.user && isElsewhere(smtp.host)) {
    sentences.push(
      'SMTP_URL requires no encryption: anyone on the network in between can read the emails, whose links are as good as passwords. Use smtps://',
    );
  }
  return sentences;
}

function isPlainPostgres({ hostname, searchParams }: URL): boolean {
  const isEncrypted =
    !['disable', null].includes(searchParams.get('sslmode')) ||
    ['true', '1'].includes(searchParams.get('ssl') ?? '');
  const host = searchParams.get('host') ?? hostname;
  return !isEncrypted && !host.startsWith('/') && isElsewhere(host);
}

/** Names without a dot are this computer, or containers beside this one. */
function isElsewhere(host: string): boolean {
  return /[.:]/.test(host) && !/^(127\.|\[?::1\]?$)/.test(host);
}
