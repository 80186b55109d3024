import { describe, expect, it } from 'vitest'
import { bodyOf, changedIn, emptiedIn, type ProfileValues } from './profile-values.ts'

const ANA: ProfileValues = { name: 'Ana', email: 'ana@x.com', phone: '', document: '', birthday: '' }

describe('a profile as it is typed', () => {
  it('is sent as what differs alone', () => {
    const typed = { ...ANA, name: ' Ana Lima ', email: ' ana@x.com', birthday: '1990-02-03' }
    expect(changedIn(ANA, typed)).toEqual(['name', 'birthday'])
    expect(bodyOf(ANA, typed)).toEqual({ name: 'Ana Lima', birthday: '1990-02-03T00:00:00Z' })
    expect(bodyOf(ANA, ANA)).toEqual({})
  })

  it('says what was emptied, for that can’t be sent', () => {
    expect(emptiedIn(ANA, { ...ANA, email: ' ', phone: ' ' })).toEqual(['email'])
  })
})
