/** The kind of database: the built-in one in a file, or a PostgreSQL server. */
export type Dialect = 'sqlite' | 'postgres';
