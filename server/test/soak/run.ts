/**
 * `npm run soak [-- counts]`: faults, races and the model with great counts.
 * `npm run soak:imports`: ten merchants who import 100,000 lines each, and imports whose processes are killed 200 times.
 * `npm run soak -- hostile`: attackers beside a quiet merchant, for SOAK_MINUTES.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { soakHostile } from './hostile.ts'

const GREAT_COUNTS = { FAULT_ROUNDS: '30', RACE_REPETITIONS: '50', MODEL_COMMANDS: '200000' }

const MANY_IMPORTS = { FAIR_LINES: '100000', IMPORT_KILLS: '200', WHOLE_KILLS: '200', WHOLE_ORDERS: '20000' }

async function runTests(tests: readonly string[], environment: Record<string, string>): Promise<boolean> {
  const args = ['test', '--', ...tests]
  const child = spawn('npm', args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  return exitCode === 0
}

const SOAKS: Readonly<Record<string, () => Promise<boolean>>> = {
  counts: () => runTests(['test/faults', 'test/races', 'test/model'], GREAT_COUNTS),
  hostile: soakHostile,
  // One after the other: beside processes that are killed, nobody is fair.
  imports: async () =>
    (await runTests(['imports/fairness'], MANY_IMPORTS)) &&
    (await runTests(['faults/imports', 'import-kills'], MANY_IMPORTS)),
}

const [name = 'counts'] = process.argv.slice(2)
const soak = SOAKS[name]
if (!soak) {
  process.stderr.write(`There is no soak “${name}”: write one of ${Object.keys(SOAKS).join(', ')}.\n`)
  process.exit(64)
}
process.exit((await soak()) ? 0 : 1)
