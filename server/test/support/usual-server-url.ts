/** Where a developer's own PostgreSQL mostly is. */
export const USUAL_SERVER_URL = 'postgres://postgres@127.0.0.1:5432/postgres'
