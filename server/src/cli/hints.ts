const UNKNOWN_CA =
  'The certificate of the database was signed by a CA that is not known here: name the CA’s certificate in DATABASE_URL, with sslrootcert=/path/of/ca.pem.'

/** What PostgreSQL or the system says when a person has not set it up yet, and what to do then. */
const HINTS: Readonly<Record<string, string>> = {
  '42P01': 'Run `punchcard migrate` first.',
  '42704': 'Run `punchcard migrate` first.',
  '22023': 'Run `punchcard migrate` first.',
  '3D000': 'Create the database, or correct DATABASE_URL.',
  '28P01': 'Check the password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL.',
  ECONNREFUSED: 'Is PostgreSQL running? Check DATABASE_URL.',
  ENOTFOUND: 'Check the host in DATABASE_URL.',
  EADDRINUSE: 'Choose another PORT or PUNCHCARD_METRICS_PORT.',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate of the database is for another host: write a name that it has as the host in DATABASE_URL.',
  CERT_HAS_EXPIRED:
    'Give the database a new certificate, or name a newer CA with sslrootcert in DATABASE_URL.',
}

/** Messages that say more than their code, or have none. */
const HINTS_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [
    /no pg_hba\.conf entry .*no encryption/,
    'The database refuses plain connections: add sslmode=verify-full to DATABASE_URL, and sslrootcert=/path/of/ca.pem if its CA is your own.',
  ],
  [
    /server does not support SSL connections/,
    'DATABASE_URL asks for TLS: switch it on in PostgreSQL (ssl = on), or take sslmode out of DATABASE_URL if the connection can’t be intercepted.',
  ],
  [
    /PEM|no start line/,
    'The file of sslrootcert, sslcert or sslkey in DATABASE_URL is not in PEM, which begins with -----BEGIN.',
  ],
]

/** What a person can do about an error; undefined where it is a fault of ours. */
export function hintFor(error: unknown): string | undefined {
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string }
  const byMessage = HINTS_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1]
  return byMessage ?? (typeof code === 'string' ? HINTS[code] : undefined)
}
