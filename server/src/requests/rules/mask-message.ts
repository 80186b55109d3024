const HIDDEN = '•••'
/** Shorter ones tell nothing of a person, and are found in many words. */
const VALUE_MIN = 3
/** More members than a usual order has; a body of the largest size would otherwise be walked for every refusal. */
const VALUES_MAX = 500
const EMAIL = /[^\s“”"'<>,;:]+@[^\s“”"'<>,;:]+/g
/** A document or a phone, with or without dots: eight digits or more. */
const LONG_NUMBER = /\+?\d(?:[\s().\-/]{0,2}\d){7,}/g

/**
 * A message of a refusal without what the sender has sent: it may have been an e-mail address, a document or a name. The
 * names of members stay, since they are ours.
 */
export function maskedMessage(message: string, sent: readonly unknown[]): string {
  let masked = message
  // Longer ones first: a name may begin with another one.
  for (const value of valuesIn(sent).sort((a, b) => b.length - a.length))
    masked = masked.replaceAll(value, HIDDEN)
  return masked.replaceAll(EMAIL, HIDDEN).replaceAll(LONG_NUMBER, HIDDEN)
}

function valuesIn(sent: readonly unknown[]): string[] {
  const values = new Set<string>()
  const left: unknown[] = [...sent]
  let looked = 0
  for (
    let value = left.pop();
    looked < VALUES_MAX && (value !== undefined || left.length > 0);
    value = left.pop()
  ) {
    looked += 1
    if (typeof value === 'string') values.add(value.trim())
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) left.push(member)
    }
  }
  return [...values].filter((value) => value.length >= VALUE_MIN)
}
