/** As the server refuses it. */
export interface Refused {
  readonly name: string
  readonly title: string
  readonly detail: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
  readonly changedBy?: string
  readonly changedAt?: string
  /** What does not agree, of a change that several things have to agree with. */
  readonly conflicts?: readonly unknown[]
}

export interface CanShowErrors {
  setErrors(errors: Record<string, string>): void
}

/** `/coupon/validDays` is the field `coupon.validDays`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/**
 * Puts the server's problems at their fields. Answers whether every one has found its field: what has not must be
 * shown above the form.
 */
export function showErrors(form: CanShowErrors, refused: Refused, fields: readonly string[] | null): boolean {
  const errors = (refused.errors ?? []).map(({ pointer, message }) => [pathOf(pointer), message] as const)
  form.setErrors(Object.fromEntries(errors))
  if (errors.length === 0) return false
  goToFirstError()
  return fields === null || errors.every(([path]) => fields.some((field) => isWithin(path, field)))
}

/** When it is drawn: also in what was folded away, and in the dialog that is open. */
export function goToFirstError(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const place = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
      const first = place.querySelector<HTMLElement>('[aria-invalid=true]')
      first?.scrollIntoView({ block: 'center' })
      first?.focus({ preventScroll: true })
    }),
  )
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
