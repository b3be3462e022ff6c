import type { LiveSocket } from '../../api/socket.ts';

/**
 * Stays in a space for turns that this browser may answer, though no page shows it and its changes do not matter.
 * Returns a function that stops.
 */
export const keepWatching = (socket: Pick<LiveSocket, 'watch'>, spaceId: string): (() => void) =>
  socket.watch(spaceId, { after: () => 0, onFrame() {}, onSwitch() {}, isForTurns: true });
