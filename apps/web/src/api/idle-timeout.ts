import { liveLimits } from '@polylogue/contract/live-limits';

/**
 * How long nothing may arrive (milliseconds). A browser keeps several connections; when the network fails silently, each
 * turns out dead only with the next request over it.
 */
const limitOf = (input: RequestInfo | URL, text: string): number =>
  (isHeld.test(String(input)) || text.includes(password) ? liveLimits.silence : liveLimits.answer) * 1_000;
const isHeld = /[?&]wait=[1-9]/;
/** The end of a property's name. Passwords are checked a few at a time, and hundreds may wait in line. */
const password = 'password":';
/** Milliseconds that a slow connection needs to send one byte: sending is not silence, but fetch does not report it. */
const perByte = 2;

/**
 * A fetch that fails, as without a connection, once nothing has arrived for too long: a connection can die silently, and
 * then no response ever arrives. A slow response may take as long as it needs; a long text gets time to be sent.
 */
export function withIdleTimeout(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    const limit = limitOf(input, text);
    const sending = new Blob([text]).size * perByte;
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => clearTimeout(timer);
    function restart(more = 0) {
      end();
      timer = setTimeout(() => silence.abort(new TypeError('Failed to fetch')), limit + more);
    }

    restart(sending);
    const signals = [init?.signal ?? silence.signal, silence.signal];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      restart();
      if (!response.body) end();
      const body = response.body?.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            restart();
            controller.enqueue(chunk);
          },
          flush: end,
        }),
      );
      return new Response(body, response);
    } catch (error) {
      end();
      throw error;
    }
  };
}
