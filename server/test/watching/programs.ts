import { spawnSync } from 'node:child_process'
import { ensurePrograms } from '../ship/programs.ts'
import { isShipping } from '../ship/tools.ts'

/** Only when asked for: by `npm run test:watching`, which needs Prometheus, or `npm run test:ship`, which installs it. */
export const isWanted = Boolean(process.env.WATCHING) || isShipping

if (isShipping) ensurePrograms({ prometheus: 'prometheus', promtool: 'prometheus' })

/** What a program printed; throws, with that, unless it went well. */
export function runProgram(program: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd })
  if (error) throw new Error(`${program} cannot be started: is it installed? (${error.message})`)
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}
