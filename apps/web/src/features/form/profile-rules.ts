import { counted } from '../../lib/text/counts.ts';
import { type Rule, usernameRules } from './form-rules.ts';

// The contract's rules for what people write about themselves, as in form-rules.ts; profile-rules.test.ts keeps the
// two in step.

// Control characters, and those that are invisible or change the direction of the text after them.
const unseen =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u00ad\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/u;

// No script has this many accents on one letter, and normalizing them takes long.
const stacked = /(?<!\p{Mark})\p{Mark}{31}/u;

/** The text as it will be stored. */
const asStored = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** How many characters the text has once it is stored. */
export const lengthOf = (text: string): number => [...(stacked.test(text) ? text : asStored(text))].length;

function line(most: number, what: string): Rule[] {
  return [...atMost(most, what), visible(what, (text) => text)];
}

function lines(most: number, what: string): Rule[] {
  return [...atMost(most, what), visible(what, (text) => text.replaceAll('\n', '').replaceAll('\t', ''))];
}

const atMost = (most: number, what: string): Rule[] => {
  const says = `${what} must have at most ${counted(most)} characters`;
  return [
    // No script has more than three characters that are normalized to one.
    { message: says, holds: ({ length }) => length <= 3 * most },
    {
      message: `${what} must not have more than 30 accents on one letter`,
      holds: (text) => !stacked.test(text),
    },
    { message: says, holds: (text) => lengthOf(text) <= most },
  ];
};

const visible = (what: string, without: (text: string) => string): Rule => ({
  message: `${what} must not contain invisible characters`,
  holds: (text) => !unseen.test(without(asStored(text))),
});

/** The most characters of a bio. */
export const bioMost = 1000;

const isDay = (text: string) => {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

const isEmpty = (text: string) => text === '';
/** Today in the person's own time zone. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

const birthDateRules: readonly Rule[] = [
  { message: 'Please enter a date as year, month and day', holds: (text) => isEmpty(text) || isDay(text) },
  { message: 'Please enter a date after 1900', holds: (text) => isEmpty(text) || text >= '1900-01-01' },
  {
    message: 'Please enter a date that is not in the future',
    holds: (text) => isEmpty(text) || text <= today(),
  },
];

const phoneRules: readonly Rule[] = [
  {
    message: 'Please enter a phone number with its country code, such as +44 20 7946 0000',
    holds: (text) => isEmpty(text.trim()) || /^\+[1-9]\d{6,14}$/.test(text.replace(/[\s().-]/g, '')),
  },
];

/** The rules of every profile field. */
export const profileRules = {
  username: usernameRules,
  first_name: line(50, 'First name'),
  last_name: line(50, 'Last name'),
  tagline: line(100, 'Tagline'),
  bio: lines(bioMost, 'Bio'),
  location: line(100, 'Location'),
  birth_date: birthDateRules,
  phone_number: phoneRules,
} as const satisfies Record<string, readonly Rule[]>;
