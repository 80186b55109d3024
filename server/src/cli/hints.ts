/** What PostgreSQL or the system says when a person has not set it up yet, and what to do then. */
export const HINTS: Readonly<Record<string, string>> = {
  '42P01': 'Run `punchcard migrate` first.',
  '42704': 'Run `punchcard migrate` first.',
  '22023': 'Run `punchcard migrate` first.',
  '3D000': 'Create the database, or correct DATABASE_URL.',
  '28P01': 'Check the password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL.',
  ECONNREFUSED: 'Is PostgreSQL running? Check DATABASE_URL.',
  ENOTFOUND: 'Check the host in DATABASE_URL.',
  EADDRINUSE: 'Choose another PORT or PUNCHCARD_METRICS_PORT.',
}

export function hasHint(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'string' && (error as { code: string }).code in HINTS
}
