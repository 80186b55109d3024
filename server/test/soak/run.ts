/**
 * `npm run soak [-- counts]`: faults, races and the model with great counts.
 * `npm run soak -- hostile`: attackers beside a quiet merchant, for SOAK_MINUTES.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { soakHostile } from './hostile.ts'

const GREAT_COUNTS = { FAULT_ROUNDS: '30', RACE_REPETITIONS: '50', MODEL_COMMANDS: '200000' }

async function soakCounts(): Promise<boolean> {
  const args = ['test', '--', 'test/faults', 'test/races', 'test/model']
  const child = spawn('npm', args, { stdio: 'inherit', env: { ...process.env, ...GREAT_COUNTS } })
  const [exitCode] = (await once(child, 'exit')) as [number | null]
  return exitCode === 0
}

const SOAKS: Readonly<Record<string, () => Promise<boolean>>> = { counts: soakCounts, hostile: soakHostile }

const [name = 'counts'] = process.argv.slice(2)
const soak = SOAKS[name]
if (!soak) {
  process.stderr.write(`There is no soak “${name}”: write one of ${Object.keys(SOAKS).join(', ')}.\n`)
  process.exit(64)
}
process.exit((await soak()) ? 0 : 1)
