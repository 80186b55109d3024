/** Not done at all: it did not arrive in time, came too early, or met a server that had too much to do. */
export const NOT_TAKEN: readonly number[] = [408, 429, 503]
