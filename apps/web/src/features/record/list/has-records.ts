/** There, while this browser stores folders, instructions or prompts of its user, or does not know yet whether there are any. */
export const hasRecordsEntry = 'polylogue.has_records';
