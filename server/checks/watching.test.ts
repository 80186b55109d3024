/** Every alert says how bad it is and has a runbook, every runbook an alert, and each is tried by the tests of the rules. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly labels?: { readonly severity?: string }
  readonly annotations?: { readonly summary?: string; readonly runbook?: string }
}

const { groups } = parse(read('deploy/prometheus/punchcard.rules.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const alerts = rules.flatMap(({ alert, ...rest }) => (alert ? [{ alert, ...rest }] : []))

it('each alert has a severity, a summary and a runbook, and each runbook an alert', () => {
  expect(alerts.length).toBeGreaterThan(15)
  const runbooks = [...read('docs/operating/runbooks.md').matchAll(/^## (Punchcard\w+)$/gm)].map(
    ([, name]) => name,
  )
  expect(runbooks).toEqual(alerts.map(({ alert }) => alert))
  for (const { alert, labels, annotations } of alerts) {
    expect(['page', 'ticket'], alert).toContain(labels?.severity)
    expect(annotations?.summary, alert).toMatch(/\S/)
    expect(annotations?.runbook).toBe(`docs/operating/runbooks.md#${alert.toLowerCase()}`)
  }
})

it('the tests of the rules name every rule', () => {
  const tests = read('deploy/prometheus/punchcard.rules.test.yaml')
  const untried = rules
    .map(({ alert, record }) => alert ?? record ?? '')
    .filter((name) => !tests.includes(name))
  expect(untried).toEqual([])
})
