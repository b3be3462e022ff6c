export { type Account, meOf } from './account.ts';
export { destination, keepingDestination, signInFor } from './destination.ts';
export { account, refreshMe, signedIn, useAccount } from './the-account.ts';
