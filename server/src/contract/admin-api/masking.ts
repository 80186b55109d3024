/** How personal data is shown to those who may not see it: enough to tell two customers apart, not who they are. */

const DOTS = '•••'
const SHOWN_DIGITS = 2

/** a•••@x.com */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? maskedWord(email) : `${maskedWord(email.slice(0, at))}${email.slice(at)}`
}

/** A••• S••• */
export function maskedName(name: string): string {
  return name.trim().split(/\s+/).map(maskedWord).join(' ')
}

/** The last two letters or digits: •••42 */
export function maskedDigits(text: string): string {
  const told = text.replace(/[^\p{L}\p{N}]+/gu, '')
  return told.length > 2 * SHOWN_DIGITS ? `${DOTS}${told.slice(-SHOWN_DIGITS)}` : DOTS
}

export function maskedValue(value: string | null): string | null {
  return value === null || value === '' ? value : DOTS
}

function maskedWord(word: string): string {
  const [first = ''] = word
  return `${first}${DOTS}`
}
