import { expect, it } from 'vitest'
import { type RuleOfBacktest, rulesOf } from './backtest.ts'

const both = (live: string, candidate: string) => ({ live, candidate })
const rule = (id: number, members: Partial<RuleOfBacktest>): RuleOfBacktest => ({
  ...{ rule: id, name: '', sentence: '', change: 'same', orders: 1, worth: null },
  ...{ points: both('0', '0'), ...members },
})

it('shows rules that change, and all others as what is left of the whole', () => {
  const multiplied = rule(2, { points: both('10', '25'), worth: both('1', '2.5') })
  const renamed = rule(3, { change: 'changed', points: both('5', '5'), worth: both('0.5', '0.5') })
  const steady = rule(1, { points: both('200', '200'), worth: both('20', '20') })
  const whole = { points: both('215', '230'), worth: both('21.5', '23') }
  expect(rulesOf({ ...whole, rules: [multiplied, renamed, steady] })).toEqual({
    changing: [multiplied, renamed],
    others: { points: both('200', '200'), worth: both('20', '20') },
  })
  const changing = { points: both('15', '30'), worth: both('1.5', '3') }
  expect(rulesOf({ ...changing, rules: [multiplied, renamed] }).others).toBeNull()
})

it('does not tell what the others are worth where that of one rule is not known', () => {
  const rules = [rule(2, { points: both('10', '25') }), rule(1, { points: both('200', '200') })]
  expect(rulesOf({ points: both('210', '225'), worth: both('21', '22.5'), rules }).others).toEqual({
    points: both('200', '200'),
    worth: null,
  })
})
