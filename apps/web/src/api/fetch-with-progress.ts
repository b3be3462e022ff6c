/**
 * A fetch that reports how much of the body has been sent, as a share from 0 to 1. fetch itself cannot, so this
 * one uses XMLHttpRequest. It rejects as fetch does: with a TypeError without a connection, and with the signal's
 * reason when aborted.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new Request(input, { ...init, body: null });
      const { signal } = request;
      if (signal.aborted) return reject(signal.reason);

      const xhr = new XMLHttpRequest();
      xhr.open(request.method, request.url);
      for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      xhr.onload = () => resolve(new Response(xhr.responseText, xhr));
      xhr.onerror = () => reject(new TypeError('Failed to fetch'));
      xhr.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
    });
}
