/** What the address says behind the question mark, as text; what is no text is left out. */
export function textIn(search: Readonly<Record<string, unknown>>, name: string): string {
  const value = search[name]
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isText ? String(value) : ''
}
