/*
 * How long answers and tokens are good. In a file of their own, because the build writes constants that are imported
 * where they are used, and not those beside them.
 */

/** Then it is asked for again, and meanwhile shown. */
export const FRESH_MS = 30_000
export const SHOWN_MS = 86_400_000
export const TIMEOUT_MS = 10_000
export const RENEWED_BEFORE_END_MS = 60_000
export const HELD_MAX_MS = 3_600_000
