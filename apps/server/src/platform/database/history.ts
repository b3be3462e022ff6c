/**
 * The secret that names the history of the database: a restore removes it, and the server makes another. It is no secret
 * to browsers, which know by it that the database may lack what they hold.
 */
export const historyName = 'history';
