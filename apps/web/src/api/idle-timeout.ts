import { liveLimits } from '@polylogue/contract/live-limits';

/**
 * How long nothing may arrive (milliseconds). A browser keeps several connections; when the network fails silently, each
 * turns out dead only with the next request over it.
 */
const limitOf = (input: RequestInfo | URL): number =>
  (isHeld.test(String(input)) ? liveLimits.silence : liveLimits.answer) * 1_000;
const isHeld = /[?&]wait=[1-9]/;

/**
 * A fetch that fails, as without a connection, once nothing has arrived for too long: a connection can die silently, and
 * then no response ever arrives. A slow response may take as long as it needs.
 */
export function withIdleTimeout(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const limit = limitOf(input);
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => clearTimeout(timer);
    function restart() {
      end();
      timer = setTimeout(() => silence.abort(new TypeError('Nothing arrives any more.')), limit);
    }

    restart();
    const signals = init?.signal ? [init.signal, silence.signal] : [silence.signal];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      restart();
      if (!response.body) end();
      return new Response(response.body && watched(response.body, restart, end), response);
    } catch (error) {
      end();
      throw error;
    }
  };
}

function watched(body: ReadableStream<Uint8Array<ArrayBuffer>>, onChunk: () => void, onEnd: () => void) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd();
          return controller.close();
        }
        onChunk();
        controller.enqueue(value);
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  });
}
