/** A mail server. */
export interface Smtp {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  isSecure: boolean;
  /** With a password, TLS is required, except to this computer. */
  user?: { name: string; password: string };
}

/** Undefined unless it is `smtp://` or `smtps://`, perhaps with user and password, then a host and perhaps a port. */
export function readSmtpUrl(text: string): Smtp | undefined {
  const url = URL.parse(text);
  const isSecure = url?.protocol === 'smtps:';
  if (!url || (!isSecure && url.protocol !== 'smtp:') || !url.hostname) return undefined;
  if (url.search || url.hash || url.pathname.replace('/', '')) return undefined;
  if (!url.username !== !url.password) return undefined;
  try {
    const user = { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? 465 : 587),
      isSecure,
      ...(user.name && { user }),
    };
  } catch {
    return undefined;
  }
}
