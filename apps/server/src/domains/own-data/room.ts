import type { Queries } from '../../platform/database/database.ts';

/**
 * A part of the server that keeps something about people. Their copy is gathered from every room, and whoever leaves
 * leaves every room; app.ts lists them.
 */
export interface Room {
  name: string;
  /**
   * Everything that is kept here about a person, by the name of its JSON file without the ending. What they may see
   * themselves: no hash, no token, and of others only what those show them.
   */
  tell(userId: string): Promise<Record<string, unknown>>;
  /** More of it, which may be far too much for the memory: one piece at a time. */
  texts?(userId: string): AsyncIterable<KeptText>;
  /** About how many bytes those texts have. */
  textBytes?(userId: string): Promise<number>;
  /** The files on disk that go with it. */
  bytes?(userId: string): AsyncIterable<KeptBytes>;
  /**
   * Removes what is kept here of a person, many rows in slices, the bytes before the row that knows them: being cut off anywhere is mended
   * by doing it again. Rows that go with the account by themselves (ON DELETE CASCADE) may be left.
   */
  forget(userId: string): Promise<void>;
  /**
   * Whether something of the person is kept here, such as an upload that ended after `forget`: asked on the
   * transaction that removes the account, which is put off while this is so.
   */
  holds?(userId: string, on: Queries): Promise<boolean>;
}

/** Where a text goes in the copy, with its ending, and how it begins; or how the one before goes on. */
type KeptText = { name: string; text: string } | { more: string };

interface KeptBytes {
  /** Where it goes in the copy, such as `files/holiday.jpg`; it is made safe and unlike the others. */
  name: string;
  /** Where it is on this disk. */
  path: string;
  /** Bytes. */
  size: number;
}
