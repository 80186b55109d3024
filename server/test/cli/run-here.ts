import { vi } from 'vitest'
import { runCommandLine } from '../../src/cli/main.ts'
import { type Environment, type Finished, withLogin } from './punchcard-process.ts'

class Exit extends Error {
  readonly exitCode: number
  constructor(exitCode: number) {
    super(`exit ${exitCode}`)
    this.exitCode = exitCode
  }
}

/**
 * Runs a command to its end in this process, which is much faster than in one of its own. Not for what the
 * parser of the arguments itself refuses: it believes in process.exit.
 */
export async function runHere(args: readonly string[], environment: Environment): Promise<Finished> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text)
      return true
    }),
  )
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? 0))
  })
  for (const [name, value] of Object.entries(withLogin(args, environment))) vi.stubEnv(name, value)
  const before = process.exitCode
  let exitCode = 0
  try {
    await runCommandLine(['node', 'punchcard', ...args])
    exitCode = Number(process.exitCode ?? 0)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    exitCode = error.exitCode
  } finally {
    process.exitCode = before
    for (const spy of [...spies, exit]) spy.mockRestore()
    vi.unstubAllEnvs()
  }
  return { exitCode, ...printed }
}
