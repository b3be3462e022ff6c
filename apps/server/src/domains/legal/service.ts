/** The waiver that is asked for today, by the day its text began to count. A new text gets a new day. */
export const waiverVersion = '2025-02-02';
