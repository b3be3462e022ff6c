import { startColouring } from './colouring.ts';
import { type BlockRemoved, createLineColourer, type LinesToColour } from './line-colourer.ts';

const receive = createLineColourer(startColouring(), (coloured) => self.postMessage(coloured));
self.addEventListener(
  'message',
  ({ data }: MessageEvent<LinesToColour | BlockRemoved>) => void receive(data),
);
