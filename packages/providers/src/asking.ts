// Everything that talks to providers over the network.
export { answer } from './answering.ts';
export { models } from './listing.ts';
