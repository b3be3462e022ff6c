/**
 * A fetch that reports how much of the body has been sent, as a share from 0 to 1. fetch itself cannot, so this
 * one uses XMLHttpRequest. It rejects as fetch does: with a TypeError without a connection, also when nothing is sent or
 * answered for too long, and with the signal's reason when aborted.
 */
export function fetchWithProgress(onProgress?: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new Request(input, { ...init, body: null });
      const { signal } = request;
      signal.throwIfAborted();

      const xhr = new XMLHttpRequest();
      const failed = () => reject(new TypeError('Failed to fetch'));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => clearTimeout(timer);
      // A connection that dies silently reports no error.
      function restart(limit: number) {
        end();
        timer = setTimeout(() => {
          failed();
          xhr.abort();
        }, limit);
      }
      xhr.open(request.method, request.url);
      for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => {
        // Our server may take a while for a large picture.
        restart(loaded === total ? 180_000 : 60_000);
        onProgress?.(loaded / total);
      };
      xhr.onload = () => resolve(new Response(xhr.responseText, xhr));
      xhr.onerror = failed;
      xhr.onabort = () => reject(signal.reason);
      xhr.onloadend = end;
      signal.onabort = () => xhr.abort();
      restart(60_000);
      xhr.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
    });
}
