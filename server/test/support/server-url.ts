import { USUAL_SERVER_URL } from './usual-server-url.ts'

/** The PostgreSQL on which tests and checks make databases of their own. */
export const SERVER_URL = process.env.DATABASE_URL ?? USUAL_SERVER_URL
