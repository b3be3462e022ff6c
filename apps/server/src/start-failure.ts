import { ConfigError } from './config.ts';
import { UnusableError } from './platform/database/unusable.ts';
import { isFull } from './platform/files/disk.ts';
import { RefusedError } from './platform/http/refuse.ts';

/** An error that stops the server from starting, as a sentence that says what to do. */
export function startFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableError) return error.message;
  if (isFull(error) || (error instanceof RefusedError && error.refusal === 'no-room')) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    const where = code === '53100' ? 'PostgreSQL' : 'DATA_DIR';
    return `The disk of ${where} is full. Free some room, then start again; what is stored is as it was.`;
  }
  const { code, port, address, path, syscall } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `Port ${port} needs more rights than this user has. Choose one above 1023, such as PORT=3000.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `This computer has no address ${address ?? ''} to listen on. Set HOST to one it has, such as 0.0.0.0.`;
  }
  const isNoPlace = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ELOOP'].includes(code ?? '');
  if (path && (isNoPlace || (code === 'ENOENT' && syscall === 'mkdir'))) {
    return `${path} cannot be written (${code}). Set DATA_DIR to a folder this user may write to.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
