const placeholders =
  /^(none|empty|ollama|lm-studio|(sk-)?(not-needed|no-key(-(required|needed))?)|dummy(-key)?|api-key|password|placeholder)$/i;

/** What documentation writes as the key of a server without keys: hiding it would hide a name or a word. */
export const isPlaceholder = (apiKey: string): boolean => placeholders.test(apiKey.trim());
