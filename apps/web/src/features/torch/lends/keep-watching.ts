import type { LiveSocket } from '../../../api/socket.ts';

/**
 * Stays in a space for turns that this browser may answer, though no page shows it. Returns a function that stops.
 * @param changed called when something other than its messages has changed, such as its name or what one may do there
 */
export function keepWatching(
  socket: Pick<LiveSocket, 'watch'>,
  spaceId: string,
  changed: () => void = () => {},
): () => void {
  let last = 0;
  return socket.watch(spaceId, {
    after: () => 0,
    onFrame(frame) {
      // Messages come whole; of anything else there is a hint, and so there is of all that was missed.
      const isNews = frame.type === 'resync' || (frame.type === 'hint' && frame.seq > last);
      if (frame.type !== 'resync') last = Math.max(last, frame.seq);
      if (isNews) changed();
    },
    onSwitch() {},
    isForTurns: true,
  });
}
