import { answering, type BlockGone, type LinesToColour } from './answering.ts';
import { startColouring } from './colouring.ts';

const answer = answering(startColouring(), (coloured) => self.postMessage(coloured));
self.addEventListener('message', ({ data }: MessageEvent<LinesToColour | BlockGone>) => void answer(data));
