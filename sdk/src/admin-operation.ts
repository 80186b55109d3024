/** One operation, as the table in admin-operations.gen.ts has it. */
export interface AdminOperation {
  readonly verb: string
  /** With `{name}` for each part that is an argument. */
  readonly path: string
  /** Its body is no JSON. */
  readonly isText?: true
  /** Its body is octets. */
  readonly isOctets?: true
  /** It answers with a file. */
  readonly isDownload?: true
  /** Repetitions are known by an `Idempotency-Key`. */
  readonly takesKey?: true
}
