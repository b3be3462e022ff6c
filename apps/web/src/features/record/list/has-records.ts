/** There, while this browser stores folders, instructions or prompts of its user, or has not read yet whether it does. */
export const hasRecordsEntry = 'polylogue.has_records';
