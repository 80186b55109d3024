import pg from 'pg'

/**
 * A connection of a test's own. One that is lost fails its next statement, which is how the test hears of it; without a
 * listener, a database that is dropped or stopped would fail the whole run.
 */
export function clientOf(url: string): pg.Client {
  return new pg.Client({ connectionString: url }).on('error', () => {})
}
