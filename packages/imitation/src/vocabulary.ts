/**
 * Everything that makes the imitation misbehave: words in a key, in a model's name, and directives anywhere in the last
 * message. Directives combine:
 * `/reasoning /tokens 400 rate=50 kind=mixed /cut-event`.
 */

/** A key containing one of these words is refused like this, in the provider's format. Any other key is accepted. */
export const keyWords = {
  wrong: 'wrong-key',
  broke: 'no-credit',
  limited: 'rate-limited',
  forbidden: 'forbidden',
} as const;

/** A model whose name contains this word is not found, like those the providers really retired (models.ts). */
export const retiredWord = 'retired';

interface Directive {
  /** Its arguments. */
  takes: string;
  does: string;
}

export const directives = {
  say: { takes: '<text>', does: 'Answers exactly the text after it, everything to the end of the message.' },
  tokens: {
    takes: 'N [rate=R] [kind=prose|mixed|list|table|quote|code]',
    does: 'N tokens of generated content (prose unless told), R a second evenly spaced; as fast as the wire without a rate.',
  },
  huge: { takes: 'N', does: 'N megabytes of text, as fast as the wire, 1,024 characters an event.' },
  empty: { takes: '', does: 'An answer with no text that ends normally.' },
  image: {
    takes: '',
    does: 'Hostile markdown: a foreign image, raw HTML with a script, javascript: and data: links.',
  },
  echo: {
    takes: '',
    does: 'Lists what arrived, as a code block: settings, roles, texts, file names, types and sizes.',
  },

  leak: {
    takes: '[whole]',
    does: 'Repeats the key that came along: in the text, in the reasoning and in the name of the model; whole: in one event instead of many.',
  },

  rate: {
    takes: 'R',
    does: 'The pace of whatever is answered, in tokens a second; 0 is as fast as the wire.',
  },
  wait: { takes: '[ms]', does: 'Nothing, not even headers, for that long (for ever without a number).' },
  stall: {
    takes: '[ms]',
    does: 'Headers, then silence for that long (for ever without a number), then the answer.',
  },
  pause: {
    takes: '[ms]',
    does: 'Half the text, then silence for that long (for ever without a number), then the rest.',
  },
  'one-byte': { takes: '', does: 'Every byte is a chunk of its own.' },
  json: { takes: '', does: 'Plain JSON although a stream was asked for.' },
  reasoning: {
    takes: '[inline]',
    does: 'Reasoning before the text, where the provider shows any (openai only counts it; gemini and anthropic show it when the request asks); inline: as <think> in the text.',
  },

  length: {
    takes: '',
    does: 'Half the text, ended by the length limit; then "continue" brings the other half.',
  },
  refuse: { takes: '[late]', does: 'The provider refuses: at once, or after half the text.' },
  'unknown-finish': { takes: '', does: 'Ends with an undocumented reason.' },
  finish: { takes: 'REASON', does: 'Ends with this reason, raw: /finish insufficient_system_resource' },
  'error-in-stream': {
    takes: '',
    does: 'Half the text, then an error event (none of the text with /empty).',
  },
  'cut-token': {
    takes: '[clean]',
    does: 'Half the text, then the connection breaks inside a word; clean: it closes in good order.',
  },
  'cut-utf8': { takes: '[clean]', does: 'The connection breaks (or closes) inside a UTF-8 character.' },
  'cut-event': { takes: '[clean]', does: 'The connection breaks (or closes) inside an event.' },

  status: {
    takes: 'N [retry=S]',
    does: "Refused with HTTP status N, in the provider's shape; retry: seconds to wait.",
  },
  'too-long': {
    takes: '',
    does: "Refused as longer than the model's context, in the provider's own words.",
  },
  'json-error': { takes: '', does: 'HTTP 200 with an error as JSON.' },
  'html-error': { takes: '', does: 'HTTP 502 with a page of HTML, as a gateway would.' },
  cors: { takes: '', does: 'The answer comes without CORS headers: a page cannot read it.' },
  drop: { takes: '', does: 'The socket is closed before any header.' },
  wild: {
    takes: 'headers | event [MB] | types | tools [N] | flood | drip',
    does: 'Endless headers; one event of that many megabytes (50); events of every wrong type, then the answer; N tool calls (5,000), then the answer; text that never ends; a byte every 50 ms of an event that never ends.',
  },
  redirect: { takes: '', does: 'HTTP 307 to /elsewhere on this server, where a key must never arrive.' },
} as const satisfies Record<string, Directive>;

export type DirectiveName = keyof typeof directives;

/** A message that says only this (and the like) goes on where the reply before it stopped. */
export const continueWord = /\b(continue|go on|carry on)\b/i;
