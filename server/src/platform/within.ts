/**
 * The same, unless it takes longer: then it rejects as a connection does that timed out. With a timer of its own: one of
 * `node:timers/promises` that is aborted makes an error, and every request paid 25 µs for that.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(Object.assign(new Error(`no answer within ${ms / 1_000} s`), { code: 'ETIMEDOUT' }))
    }, ms)
    void work.then(resolve, reject).finally(() => clearTimeout(late))
  })
}
