import { cutText } from './text.ts';

/** UTF-16 code units of a name and of a quote. */
const nameLength = 80;
const quoteLength = 120;

/** Everything that may be read as the end of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** What could end a line, close a bracket or hide something. */
const unfit = /[\p{C}\p{Zl}\p{Zp}\p{Ps}\p{Pe}]/gu;

const oneLine = (text: string, length: number): string =>
  cutText(text.replace(unfit, ' ').replace(/\s+/g, ' ').trim(), length);

/** A name as it may stand in a prefix: on one line and without brackets. */
export const plainName = (name: string): string => oneLine(name, nameLength).trim() || 'somebody';

/** Every line of a text with its author as a prefix, so that no text can pass for another person's. */
export const prefixed = (text: string, prefix: string): string =>
  text
    .split(lineEnds)
    .map((line) => prefix + line)
    .join('\n');

export const prefixOf = (number: number, name: string): string => `[${number} ${plainName(name)}] `;

/** The quote of the message that another one answers. */
export const quoteOf = (name: string, body: string): string =>
  `(in answer to ${plainName(name)}: “${oneLine(body, quoteLength)}”)`;

export const fileLine = (name: string, isLeftOut: boolean): string =>
  `(file “${plainName(name)}”${isLeftOut ? ', left out' : ''})`;
