import { isBlank } from '@polylogue/sync';
import { z } from 'zod';

// Control characters, halves of characters, and those that cannot be seen or turn the direction of what follows.
const unseen =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/u;

// No writing has so many accents on one letter, and bringing them into order takes long.
const stacked = /(?<!\p{Mark})\p{Mark}{31}/u;

/** One line that a person writes about themselves, without spaces at its ends; empty becomes null. */
export function line(most: number, what: string) {
  return written(most, what, (text) => unseen.test(text));
}

/** The same, of several lines. */
export function lines(most: number, what: string) {
  return written(most, what, (text) => unseen.test(text.replaceAll('\n', '').replaceAll('\t', '')));
}

function written(most: number, what: string, isUnseen: (text: string) => boolean) {
  const tooLong = `${what} must have at most ${most.toLocaleString('en-US')} characters`;
  return (
    z
      .string({ error: `${what} must be text` })
      // No writing has more than three that become one.
      .refine(({ length }) => length <= 3 * most, { error: tooLong, abort: true })
      .refine((text) => !stacked.test(text), {
        error: `${what} must not have more than 30 accents on one letter`,
        abort: true,
      })
      .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
      .transform((text) => (isBlank(text) ? '' : text))
      .refine((text) => [...text].length <= most, tooLong)
      .refine((text) => !isUnseen(text), `${what} must not contain invisible characters`)
      .transform((text) => (text === '' ? null : text))
      .nullable()
  );
}
