/** Lets the page have a turn. A message and not a timer: timers crawl in a hidden tab. */
export function anotherTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
