/** Cloudflare's documented test secrets; they accept any token, from any host, for any action. */
export const testSecrets = /^[123]x0{31}AA$/;
