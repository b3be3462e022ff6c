/** The version of the waiver that is asked for today: the date of its text, which features/person shows. */
export const waiverVersion = '2025-02-02';
