/** Which database answers: the built-in one in a file, or a PostgreSQL server. */
export type Dialect = 'sqlite' | 'postgres';
