/** The member that `coupon.validDays` names. */
export function memberAt(values: unknown, path: string): unknown {
  let found = values
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** The same with another member there; what is beside it stays. */
export function withMember<Values extends object>(values: Values, path: string, member: unknown): Values {
  const [name = '', ...rest] = path.split('.')
  const inner = (values as Record<string, unknown>)[name]
  const next = rest.length === 0 ? member : withMember((inner ?? {}) as object, rest.join('.'), member)
  return { ...values, [name]: next }
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
