// Everything that talks to providers over the network.
export { streamAnswer } from './answering.ts';
export { availableModels } from './listing.ts';
