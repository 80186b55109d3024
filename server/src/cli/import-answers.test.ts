import { expect, it } from 'vitest'
import { answersTo, flagsFor, type Question, said } from './import-answers.ts'

const question = (given: Partial<Question>): Question => ({
  ...{ id: 'decimal:Saldo', kind: 'decimal', column: 'Saldo', message: '', examples: [], answer: null },
  answers: ['dot', 'comma'],
  ...given,
})
const none = { decimal: {}, dates: {}, column: {} }

it('answers a question for its column, or for all columns', () => {
  const asked = [question({}), question({ id: 'decimal:Total', column: 'Total' })]
  expect(answersTo(asked, { ...none, decimal: said('comma') })).toEqual({
    'decimal:Saldo': 'comma',
    'decimal:Total': 'comma',
  })
  const both = said('Total=dot', said('comma'))
  expect(answersTo(asked, { ...none, decimal: both })).toEqual({
    'decimal:Saldo': 'comma',
    'decimal:Total': 'dot',
  })
})

it('answers nothing that was answered, that was not asked, or with a word that is no answer', () => {
  expect(answersTo([question({ answer: 'dot' })], { ...none, decimal: said('comma') })).toEqual({})
  expect(answersTo([question({})], { ...none, decimal: said('coma') })).toEqual({})
  expect(answersTo([question({})], { ...none, dates: said('dmy') })).toEqual({})
  expect(answersTo([question({ id: 'unreadable', kind: 'unreadable', answers: [] })], none)).toEqual({})
  expect(answersTo([question({ column: '__proto__', id: 'decimal:__proto__' })], none)).toEqual({})
})

it('says with which flag each question is answered', () => {
  expect(flagsFor(question({ column: 'Saldo (R$)', id: 'decimal:Saldo (R$)' }))).toEqual([
    "--decimal 'Saldo (R$)=dot'",
    "--decimal 'Saldo (R$)=comma'",
  ])
  const column = question({ id: 'column:points', kind: 'column', column: null, answers: ['Saldo', 'none'] })
  expect(flagsFor(column)).toEqual(['--column points=Saldo', '--column points=none'])
  expect(answersTo([column], { ...none, column: said('points=Saldo') })).toEqual({ 'column:points': 'Saldo' })
  expect(flagsFor(question({ id: 'delimiter', kind: 'delimiter', column: null, answers: ['tab'] }))).toEqual([
    '--delimiter tab',
  ])
  expect(flagsFor(question({ id: 'expiresWhenMissing', kind: 'expiresWhenMissing', answers: [] }))).toContain(
    '--expires-when-missing program',
  )
})
