import { isPlaceholder } from './placeholder.ts';

const hidden = '[key hidden]';

/** What providers' keys look like, including partly masked ones as in their own error messages. */
const keyShapes = [
  /\b(?:sk|rk|pk|gsk|hf|xai)[-_][\w*.…-]{6,}/g,
  /\bAIza[\w*…-]{6,}/g,
  /\bAQ\.[\w*.…-]{6,}/g,
  // From the beginning of a run, and the first eyJ in it: trying each would take long where there are many.
  /(?<![\w-])(?=((?:[\w-]*?-)??)eyJ)\1eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g,
];
const bearer = /\b(Bearer\s+)(?=[^\s"',;]*\d|[^\s"',;]{20})[^\s"',;]{6,}/gi;
const inAddress = /([?&](?:api[-_]?key|key|token)=)[^&\s"'<>]+/gi;

/** The text with everything shaped like a key hidden, and this key whatever its shape. */
export function mask(text: string, apiKey: string): string {
  let safe = text;
  const key = apiKey.trim();
  if (key.length >= 4 && !isPlaceholder(key)) {
    for (const form of new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]))
      safe = safe.replaceAll(form, hidden);
  }
  for (const shape of keyShapes) safe = safe.replace(shape, hidden);
  return safe.replace(bearer, `$1${hidden}`).replace(inAddress, `$1${hidden}`);
}
