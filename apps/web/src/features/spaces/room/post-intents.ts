/** What a person can ask for at a post. */
export interface PostIntents {
  reply(message_id: string): void;
  /** Answers whether the box may close now; it is closed by itself when the server has taken it. */
  edit(message_id: string, body: string): boolean;
  /** Keeps it from the AI, or no longer. */
  setOffRecord(message_id: string, isOn: boolean): void;
  remove(message_id: string): Promise<void>;
  react(message_id: string, emoji: string, isOn: boolean): void;
  retry(message_id: string): void;
  drop(message_id: string): void;
}
