/** Cloudflare's documented secrets for tests; they take any token, from any host, for any action. */
export const testSecrets = /^[123]x0{31}AA$/;
