/** Lets the page handle its events. A message instead of a timer, because timers are throttled in hidden tabs. */
export function yieldToEventLoop(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
