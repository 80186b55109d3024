/**
 * How much longer than its contract a duration may take. A shared machine can stop every process for seconds: a right
 * that was taken away was once still accepted after a second, with nothing wrong. What breaks a contract breaks it for
 * good, or by more than this. Without the variable the contract itself counts, as on a machine of one's own.
 */
const TIMES = Number(process.env.PUNCHCARD_TEST_PATIENCE ?? 1)

export const patient = (contractMs: number): number => contractMs * TIMES
