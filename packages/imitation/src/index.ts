export {
  type CloudflareImagesImitation,
  startCloudflareImages,
} from './cloudflare-images/cloudflare-images.ts';
export { type ContentKind, content, contentKinds, pieces, tokenLength } from './content.ts';
export { type HostName, hostNames } from './hosts.ts';
export { type Imitation, type ImitationOptions, startImitation } from './imitation.ts';
export type { ReceivedRequest as Received, SentAnswer as Answered } from './journal.ts';
export { mulberry32 } from './mulberry32.ts';
export { flakySiteKey } from './turnstile/script.ts';
export { testKeys } from './turnstile/siteverify.ts';
export { startTurnstile, type TurnstileImitation } from './turnstile/turnstile.ts';
export { continueWord, directives, keyWords, retiredWord } from './vocabulary.ts';
