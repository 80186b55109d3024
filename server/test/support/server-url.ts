/** The PostgreSQL on which tests and checks make databases of their own. */
export const SERVER_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
