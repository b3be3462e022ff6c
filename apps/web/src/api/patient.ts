import { liveLimits } from '@polylogue/contract/live-limits';

/**
 * How long nothing may arrive (milliseconds). Browsers keep several connections, and when a line dies without a word each
 * of them is found dead by the next request over it.
 */
const limitOf = (input: RequestInfo | URL): number =>
  (isHeld.test(String(input)) ? liveLimits.silence : liveLimits.answer) * 1_000;
const isHeld = /[?&]wait=[1-9]/;

/**
 * A fetch that is given up, as without a connection, once nothing has arrived for too long: a connection can die without
 * a word, and then no answer ever comes. A slow answer may take as long as it needs.
 */
export function patient(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const limit = limitOf(input);
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => clearTimeout(timer);
    function arrived() {
      end();
      timer = setTimeout(() => silence.abort(new TypeError('Nothing arrives any more.')), limit);
    }

    arrived();
    const signals = init?.signal ? [init.signal, silence.signal] : [silence.signal];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      arrived();
      if (!response.body) end();
      return new Response(response.body && watched(response.body, arrived, end), response);
    } catch (error) {
      end();
      throw error;
    }
  };
}

function watched(body: ReadableStream<Uint8Array<ArrayBuffer>>, arrived: () => void, ended: () => void) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          ended();
          return controller.close();
        }
        arrived();
        controller.enqueue(value);
      } catch (error) {
        ended();
        throw error;
      }
    },
    cancel(reason) {
      ended();
      return reader.cancel(reason);
    },
  });
}
