import { describe, expect, it } from 'vitest'
import { matching, optionsOf } from './choice.ts'

const ESPRESSO = { id: 'espresso', label: 'Espresso' }
const DOUBLE = { id: 'a-double', label: 'Double espresso' }
const NONE = { id: '', label: '' }
const idsFor = (search: string, choices = [DOUBLE, ESPRESSO], chosen = NONE) =>
  optionsOf(choices, chosen, search, (id) => `Use ${id}`).map(({ id }) => id)

describe('what a field offers', () => {
  it('begins with what has just the name or id that was typed', () => {
    expect(idsFor('')).toEqual(['a-double', 'espresso'])
    expect(idsFor('ESPRESSO')).toEqual(['espresso', 'a-double'])
    expect(idsFor('double espresso')).toEqual(['a-double', 'espresso'])
  })

  it('ends with what was typed, where nothing has that name', () => {
    expect(idsFor('espr')).toEqual(['a-double', 'espresso', 'espr'])
    expect(idsFor('voucher', [])).toEqual(['voucher'])
    expect(idsFor('Espresso')).not.toContain('Espresso')
  })

  it('keeps what was chosen, once', () => {
    expect(idsFor('', [DOUBLE], ESPRESSO)).toEqual(['a-double', 'espresso'])
    expect(idsFor('', [ESPRESSO], ESPRESSO)).toEqual(['espresso'])
  })

  it('is narrowed by name and id before the answer is there', () => {
    expect(matching([DOUBLE, ESPRESSO], 'DOUB')).toEqual([DOUBLE])
    expect(matching([DOUBLE, ESPRESSO], 'a-')).toEqual([DOUBLE])
    expect(matching([DOUBLE, ESPRESSO], 'tea')).toEqual([])
  })
})
