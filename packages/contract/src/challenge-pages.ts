/** The pages whose forms need a challenge. With Turnstile each is a document with a content security policy of its own. */
export const challengePages = ['/signin', '/signup', '/forgot-password', '/reset-password'] as const;
