export { meOf } from './account.ts';
export { acrossSignIn } from './across-sign-in.ts';
export { destination, signInFor, withDestination } from './destination.ts';
export { freshSignIn } from './fresh-sign-in.ts';
export { connecting, useConnected } from './model-connection.ts';
export { newcomer } from './newcomer.ts';
export { leaveFor } from './sign-out.ts';
export { SignOut } from './sign-out-question.tsx';
export { account, refreshMe, signedIn, useAccount } from './wiring.ts';
