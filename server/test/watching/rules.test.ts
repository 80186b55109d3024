/** What promtool says of the rules for Prometheus, and of their tests. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInstalled } from '../ship/programs.ts'
import { isWanted, runProgram } from './programs.ts'

const FOLDER = join(import.meta.dirname, '../../../deploy/prometheus')

/** Wherever promtool is, and always in CI: alerts that stay quiet are noticed in no other way. */
const isTried = isWanted || process.env.CI !== undefined || isInstalled('promtool')
if (!isTried) process.stderr.write('\nThe rules for Prometheus are not tested here: install promtool.\n\n')

describe.skipIf(!isTried)('the rules for Prometheus', { timeout: 300_000 }, () => {
  it('are rules', () => {
    expect(runProgram('promtool', ['check', 'rules', 'punchcard.rules.yaml'], FOLDER)).toContain('SUCCESS')
  })

  it('fire when they should, and only then', () => {
    const said = runProgram('promtool', ['test', 'rules', 'punchcard.rules.test.yaml'], FOLDER)
    expect(said).toContain('SUCCESS')
  })
})
