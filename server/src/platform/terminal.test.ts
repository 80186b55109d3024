import { describe, expect, it } from 'vitest'
import { visible } from './terminal.ts'

describe('visible', () => {
  it('shows what a terminal would obey', () => {
    expect(visible('\u001b[2Jgone\u0007')).toBe('\\x1b[2Jgone\\x07')
    expect(visible('a\nb\r\u009b31m')).toBe('a\\x0ab\\x0d\\x9b31m')
    expect(visible('abc\u202ecba\u2028')).toBe('abc\\u202ecba\\u2028')
  })

  it('leaves all that can be read', () => {
    expect(visible('Olá, “café” 日本 🙂 100%')).toBe('Olá, “café” 日本 🙂 100%')
  })
})
