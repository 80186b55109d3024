import type { CustomerShown } from '../../../../server/src/customers/admin-api/schema.ts'

/** What a customer is called here: by name, else by what else is known. */
export function callOf({
  name,
  email,
  originalId,
}: Pick<CustomerShown, 'name' | 'email' | 'originalId'>): string {
  return name || email || originalId
}

export function initialsOf(call: string): string {
  const words = call.split(/[\s@.]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return `${first.slice(0, 1)}${last.slice(0, 1)}`.toUpperCase()
}
