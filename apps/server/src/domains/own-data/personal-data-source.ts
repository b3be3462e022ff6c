import type { Queries } from '../../platform/database/database.ts';
import type { Open } from '../../platform/zip/zip.ts';

/**
 * A part of the server that stores personal data. A person's copy is collected from every source, and deleting an
 * account deletes from every source; app.ts lists them.
 */
export interface PersonalDataSource {
  name: string;
  /**
   * Everything stored here about a person, by the name of its JSON file without the extension. Only what they may see
   * themselves: no hash, no token, and of other people only what those show them.
   */
  collect(userId: string): Promise<Record<string, unknown>>;
  /** Further data, possibly far too much for memory: one piece at a time. */
  texts?(userId: string): AsyncIterable<PersonalText>;
  /** Approximate size of those texts (bytes). */
  textBytes?(userId: string): Promise<number>;
  /** The files that go with it. */
  files?(userId: string): AsyncIterable<PersonalFile>;
  /**
   * Removes what is stored here about a person, many rows in slices, files before the rows that point to them, so that
   * an interrupted removal can be repeated. Rows deleted along with the account (ON DELETE CASCADE) may be left.
   */
  forget(userId: string): Promise<void>;
  /**
   * Whether something of the person is stored here, such as an upload that ended after `forget`. Checked on the
   * transaction that removes the account, which is postponed while there is any.
   */
  holds?(userId: string, on: Queries): Promise<boolean>;
}

/** A text in the copy: its path with the extension and its beginning, or more of the previous text. */
type PersonalText = { name: string; text: string } | { more: string };

interface PersonalFile {
  /** Its path in the copy, such as `files/holiday.jpg`; it is made safe and unique. */
  name: string;
  open: Open;
  /** Bytes. */
  size: number;
  /** The ids in the JSON files under which one would look for it: of messages, with its place there, or its own. */
  ids(): Promise<readonly { id: string; place?: number }[]>;
}
