/**
 * Text from elsewhere, such as a receiver's answer, so that it can be looked at: what would move the cursor, change
 * the colours or turn the direction of reading is shown as `\\x1b`, not obeyed. One line stays one line.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Control characters of both ranges, separators of lines, and marks of direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
