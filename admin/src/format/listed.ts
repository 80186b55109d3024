/** Several things as a sentence names them: “A, B and C”. English without a comma before the last, as the server has it. */
export function listed(items: readonly string[], language: string): string {
  const locale = language === 'en' ? 'en-GB' : language
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)
}
