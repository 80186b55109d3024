const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether it looks like an address: who has it can be told apart by it, whether or not mail arrives there. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
