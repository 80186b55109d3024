/** What promtool says of the rules for Prometheus, and of their tests. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWanted, runProgram } from './programs.ts'

const FOLDER = join(import.meta.dirname, '../../../deploy/prometheus')

describe.skipIf(!isWanted)('the rules for Prometheus', () => {
  it('are rules', () => {
    expect(runProgram('promtool', ['check', 'rules', 'punchcard.rules.yaml'], FOLDER)).toContain('SUCCESS')
  })

  it('fire when they should, and only then', () => {
    const said = runProgram('promtool', ['test', 'rules', 'punchcard.rules.test.yaml'], FOLDER)
    expect(said).toContain('SUCCESS')
  })
})
