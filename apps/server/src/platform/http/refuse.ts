import { type Refusal, refusals } from '@polylogue/contract';

/** A refusal with a sentence for the person: thrown anywhere, caught only in faults.ts. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly refusal: Refusal;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(refusal: Refusal, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.refusal = refusal;
    this.status = refusals[refusal];
    this.headers = headers;
  }
}

export function refuse(refusal: Refusal, message: string, headers?: Record<string, string>): never {
  throw new RefusedError(refusal, message, headers);
}
