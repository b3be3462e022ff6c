import type { MessageDetails } from '@polylogue/contract';
import { partName, syncLimits, thumbnailName } from '@polylogue/sync';
import type { Attachment } from '../../messages/index.ts';
import type { Message } from '../../thread/index.ts';

// What is stored of a message besides its text, and what is read of it.

type ModelRef = NonNullable<Message['asked']>;
type MessageError = NonNullable<Message['error']>;

/** What is stored of a question's files; undefined: not loaded. */
export function storedFiles(message: Message): Record<string, unknown> {
  return message.role === 'assistant' ? {} : filesIn(message.attachments);
}

export const filesIn = (attachments: readonly Partial<Attachment>[]): Record<string, unknown> =>
  Object.fromEntries(
    attachments.flatMap(({ part, load, isAway, thumbnail }, index) => [
      [partName(index), load || isAway ? undefined : part],
      ...(thumbnail ? [[thumbnailName(index), thumbnail] as const] : []),
    ]),
  );

/** What is stored of a message besides its text. */
export function detailsOf(message: Message): MessageDetails {
  const { asked, error, usage } = message;
  return {
    ...(asked && { asked: { ...named(asked), host: hostOf(asked.endpoint) } }),
    ...(error && { error: storedError(error) }),
    ...(usage && { usage: usage as unknown as JsonObject }),
    ...(message.role === 'assistant' && message.thoughtFor !== null && { thought_for: message.thoughtFor }),
    ...(message.role === 'user' && message.attachments.length > 0 && { files: filesOf(message.attachments) }),
  };
}

type JsonObject = NonNullable<MessageDetails['error']>;

const named = ({ provider, model }: ModelRef) => ({ provider, model: model.slice(0, 256) });

const filesOf = (attachments: Extract<Message, { role: 'user' }>['attachments']) =>
  attachments.slice(0, syncLimits.files).map(({ name, mediaType, size }) => ({
    name: name.slice(0, 200),
    media_type: mediaType.slice(0, 100),
    size,
  }));

/** The host alone: a path, a query or a name before it may contain a key. */
export const hostOf = (endpoint: string): string => URL.parse(endpoint)?.host.slice(0, 256) ?? '';

function storedError(error: MessageError): JsonObject {
  if (error.type !== 'failed') return { ...error };
  const { failure, asked } = error;
  return {
    type: 'failed',
    failure: Object.fromEntries(
      Object.entries(failure).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, 4_000) : (value ?? null),
      ]),
    ),
    ...(asked && { asked: { ...named(asked), host: hostOf(asked.endpoint) } }),
  };
}

export function askedIn(details: MessageDetails | null): ModelRef | null {
  const asked = details?.asked;
  return asked ? (endpointed(asked) as ModelRef) : null;
}

const endpointed = ({ host, ...asked }: { provider: string; model: string; host: string }) => ({
  ...asked,
  endpoint: host ? `https://${host}` : '',
});

const endings: readonly string[] = [
  'length',
  'filtered',
  'refused',
  'paused',
  'cut-off',
  'tool',
  'done',
  'other',
];

export function messageErrorIn(details: MessageDetails | null): MessageError | null {
  const error = details?.error as Record<string, unknown> | null | undefined;
  if (!error) return null;
  const { type, because, reason, failure, asked } = error;
  if (type === 'stopped') return { type };
  if ((type === 'ended' || type === 'empty') && endings.includes(String(because))) {
    return { type, because, ...(typeof reason === 'string' && { reason }) } as MessageError;
  }
  if (type !== 'failed' || typeof failure !== 'object' || failure === null) return null;
  const by =
    asked && typeof asked === 'object' ? endpointed(asked as Parameters<typeof endpointed>[0]) : null;
  return { type, failure, ...(by && { asked: by }) } as MessageError;
}

export function usageIn(details: MessageDetails | null): Message['usage'] {
  const usage = details?.usage as Message['usage'] | undefined;
  return typeof usage?.input === 'number' && typeof usage.output === 'number' ? usage : null;
}
