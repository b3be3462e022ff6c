/** To and from the other tabs of this browser. */
interface Channel<Message> {
  postMessage(message: Message): void;
  close(): void;
}

export function openChannel<Message>(name: string, onMessage: (message: Message) => void): Channel<Message> {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => onMessage(data);
    return channel;
  } catch {
    // Firefox refuses it to a site that may not store anything.
    return { postMessage() {}, close() {} };
  }
}
