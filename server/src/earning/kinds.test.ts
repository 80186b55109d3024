import { expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import { RULE_KINDS, traitsOf } from './kinds.ts'
import { problemsOf } from './program-problems.ts'
import { readRules } from './program-schema.ts'
import { partsOfRule } from './rule-sentence.ts'

const ASKED_FOR = {
  ids: ['a'],
  key: 'review',
  startsAt: '2026-11-01T00:00:00Z',
  endsAt: '2026-11-02T00:00:00Z',
}

it.each(RULE_KINDS)('%s begins as a rule that can be published, every member in its sentence', (kind) => {
  const { members, start } = traitsOf(kind)
  const own = Object.values(members).map(({ properties, defaults }) => ({
    names: Object.keys(properties),
    defaults,
  }))
  const asked = Object.entries(ASKED_FOR).filter(([name]) => own.some(({ names }) => names.includes(name)))
  const json = { id: 1, kind, ...Object.fromEntries(asked), ...start }
  const program = { cashback: { isOn: false, pointValue: '0' }, rules: [json] }
  expect(problemsOf(program)).toEqual([])
  const [rule] = readRules(program)
  if (!rule) throw new Error('it can not be read')
  for (const locale of LOCALES) {
    const parts = partsOfRule(rule, { locale, currency: 'BRL', timeZone: 'UTC', nameOf: () => undefined })
    const shown = parts.flatMap((part) => ('slot' in part ? [part.slot.split('/')[1]] : []))
    // What is said only beside an end, which no rule begins with.
    const told = own.flatMap(({ names, defaults }) =>
      names.filter((name) => name !== 'graceDays' && (name in json || name in defaults)),
    )
    expect(shown).toEqual(expect.arrayContaining(told))
  }
})
