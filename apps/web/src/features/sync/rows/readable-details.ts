import type { MessageDetails } from '@polylogue/contract';
import {
  isCount,
  isJsonValue,
  isObject,
  isString,
  isTime,
  type Rubbish,
  stringOf,
} from './readable-values.ts';

export function readDetails(value: unknown): MessageDetails | null {
  if (!isObject(value)) return null;
  const { asked, error, usage, thought_for, files, ...rest } = value;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, each]) => isJsonValue(each))),
    ...(isAsked(asked) && { asked }),
    ...(isObject(error) && isJsonValue(error) && { error: errorOf(error) as MessageDetails['error'] }),
    ...(isObject(usage) &&
      Object.values(usage).every(isJsonValue) && { usage: usage as MessageDetails['usage'] }),
    ...(isCount(thought_for) && { thought_for }),
    ...(Array.isArray(files) && { files: files.filter(isFile) }),
  };
}

function errorOf(error: Rubbish): Rubbish {
  const { failure, asked, ...rest } = error;
  return error.type === 'failed'
    ? { ...rest, failure: failureOf(failure), ...(isAsked(asked) && { asked }) }
    : rest;
}

function failureOf(value: unknown): Rubbish {
  const { kind, message, status, details, retryAt, retryAfter, ...rest } = isObject(value) ? value : {};
  return {
    ...rest,
    kind: stringOf(kind, 'other'),
    message: stringOf(message),
    ...(isCount(status) && { status }),
    ...(isString(details) && { details }),
    ...(isTime(retryAt) && { retryAt }),
    ...(isCount(retryAfter) && { retryAfter }),
  };
}

const isAsked = (value: unknown): value is NonNullable<MessageDetails['asked']> =>
  isObject(value) && [value.provider, value.model, value.host].every(isString);

const isFile = (value: unknown): value is NonNullable<MessageDetails['files']>[number] =>
  isObject(value) && isString(value.name) && isString(value.media_type) && isCount(value.size);
