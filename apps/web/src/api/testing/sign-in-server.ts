import { refreshEntry } from '../access.ts';
import { accessEntry } from '../access-token.ts';

/** As strict as ours: only the parent of the newest refresh token is still accepted, and gets the same successor. */
export class SignInServer {
  /** By its own clock, in ms. */
  now: () => number;
  lifetime = 600_000;
  refreshes = 0;
  /** Who made each request, refreshes aside; null: no valid token. */
  readonly requesters: (string | null)[] = [];
  /** Replaces the response to a refresh. */
  refreshResponse: (() => Promise<Response> | Response) | null = null;
  /** Access tokens that are refused however good they look. */
  readonly ended = new Set<string>();
  #current = new Map<string, string>();
  #successors = new Map<string, string>();
  #count = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Tokens of a new sign-in, as storage entries. */
  signIn(owner: string): Record<string, string> {
    const { access, refresh } = this.#tokens(owner);
    return { [accessEntry]: access, [refreshEntry]: refresh };
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    // A response takes a moment, during which anything else may happen.
    await new Promise((done) => setImmediate(done));
    const headers = new Headers(init?.headers);
    const response =
      String(input) === '/api/auth/refresh' ? await this.#refresh(headers) : this.#respond(headers);
    response.headers.set('date', new Date(this.now()).toUTCString());
    return response;
  };

  async #refresh(headers: Headers): Promise<Response> {
    this.refreshes += 1;
    if (this.refreshResponse) return this.refreshResponse();
    const presented = headers.get('x-refresh-token') ?? '';
    const successor = this.#successors.get(presented) ?? '';
    const owner = this.#current.get(presented) ?? this.#current.get(successor);
    // Used twice: whether thief or owner, both are signed out.
    if (!owner) this.#current.clear();
    if (!owner) return new Response('', { status: 401 });
    const { access, refresh } = this.#tokens(owner, successor || undefined);
    if (!successor) {
      this.#current.delete(presented);
      this.#successors.set(presented, refresh);
    }
    return new Response('{}', { headers: { 'x-access-token': access, 'x-refresh-token': refresh } });
  }

  #respond(headers: Headers): Response {
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const [, payload = ''] = token.split('.');
    const { sub = null, exp = 0 } = payload ? JSON.parse(atob(payload)) : {};
    const isGood = exp * 1000 > this.now() && !this.ended.has(token);
    this.requesters.push(isGood ? sub : null);
    return isGood ? Response.json({ owner: sub }) : new Response('', { status: 401 });
  }

  #tokens(owner: string, refresh = `refresh-${this.#count + 1}`) {
    this.#count += 1;
    this.#current.set(refresh, owner);
    const exp = (this.now() + this.lifetime) / 1000;
    return { access: `h.${btoa(JSON.stringify({ sub: owner, exp, n: this.#count }))}.s`, refresh };
  }
}
