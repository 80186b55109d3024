import { describe, expect, it } from 'vitest'
import { hasWords, readSearch } from './search.ts'
import { termsOf } from './terms.ts'

const JOAO = {
  originalId: 'Cliente-7',
  profile: {
    name: 'João da Silva',
    email: 'Joao@X.com',
    phone: '+55 11 98765-4321',
    document: '529.982.247-25',
  },
}

function finds(text: string): boolean {
  const search = readSearch(text)
  if (!search) return false
  const met = termsOf(JOAO).filter((term) => search.beginnings.some((start) => term.startsWith(start)))
  return met.some((term) => !term.startsWith('n:') || hasWords(JOAO.profile.name, search.otherWords))
}

describe('a customer is found', () => {
  it.each([
    ['by a name without accents', 'joao'],
    ['by two words in another case', 'JOÃO s'],
    ['by words in another order', 'silva joão'],
    ['by how an e-mail address begins', 'joao@x'],
    ['by a document with dots', '529.982.247-25'],
    ['by a document without them', '52998224725'],
    ['by how a document begins', '529.98'],
    ['by the last digits of a phone', '8765-4321'],
    ['by a phone with country code', '+55 11 98765-4321'],
    ['by a phone without it', '11987654321'],
    ['by the id in another case', 'cliente-7'],
    ['with blanks around', '  joao '],
  ])('%s', (_how, text) => expect(finds(text)).toBe(true))

  it.each([
    ['by a word that is not in the name', 'joao pereira'],
    ['by the end of a word', 'ilva'],
    ['by two digits', '52'],
    ['by nothing', '   '],
    ['by dots alone', '...'],
  ])('not %s', (_how, text) => expect(finds(text)).toBe(false))
})
