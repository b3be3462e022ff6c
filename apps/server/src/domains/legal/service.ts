/** The current version of the waiver: the day its text took effect. A new text gets a new day. */
export const waiverVersion = '2025-02-02';
