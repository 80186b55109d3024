import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface Step {
  /** Such as “3. Migrate”. */
  readonly title: string
  readonly block: string
}

/** The steps of a section, of “Install in production” unless told: each a bold title, and the shell block below it. */
export async function readChecklist(page = 'docs/operating/install.md', heading = 'Steps'): Promise<Step[]> {
  const text = await readFile(join(ROOT, page), 'utf8')
  const section = new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? ''
  return [...section.matchAll(/^\*\*(\d+\. [^*]*)\*\*(?:(?!^\*\*\d)[\s\S])*?^```sh\n([\s\S]*?)^```/gm)].map(
    ([, title = '', block = '']) => ({ title, block }),
  )
}

/** The files as they are here, committed or not, without what git ignores: as a checkout is before anything is installed. */
export async function copyCheckout(into: string): Promise<string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, file))) continue
    await mkdir(join(into, dirname(file)), { recursive: true })
    await cp(join(ROOT, file), join(into, file))
  }
  return into
}

/** One shell for the whole list. It ends with the first command that fails, and then says what it had printed. */
export class ChecklistShell {
  readonly #shell: ChildProcess
  readonly #folder: string
  #printed = ''
  #steps = 0

  /** As another account of this machine, if one is named. */
  constructor(
    folder: string,
    environment: Readonly<Record<string, string | undefined>>,
    cwd = ROOT,
    account: { readonly uid?: number; readonly gid?: number } = {},
  ) {
    this.#folder = folder
    // Blocks come as files: a program that reads its standard input must not swallow the next one.
    const loop =
      'set -euo pipefail; while read -r file <&3; do source "$file" 3<&-; echo "$file is done"; done'
    this.#shell = spawn('bash', ['-c', loop], {
      cwd,
      ...account,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // A process group of its own: what the list starts in the background ends with it.
      detached: true,
    })
    // Where it has ended, `run` says why.
    this.#shell.stdio[3]?.on('error', () => undefined)
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#printed += text
      })
    }
  }

  /** What the block printed, if every command in it went well. */
  async run({ title, block }: Step): Promise<string> {
    this.#steps += 1
    const file = join(this.#folder, `step-${this.#steps}.sh`)
    await writeFile(file, block)
    this.#printed = ''
    const feed = this.#shell.stdio[3] as NodeJS.WritableStream
    feed.write(`${file}\n`)
    const mark = `${file} is done\n`
    while (!this.#printed.includes(mark)) {
      if (this.#hasEnded) throw new Error(`“${title}” failed:\n${this.#printed}${this.#logs()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return this.#printed.replace(mark, '')
  }

  /** What processes in the background have said. */
  #logs(): string {
    const files = globSync(join(this.#folder, '*/*.log'), { exclude: ['**/data/**'] })
    return files.map((file) => `\n${file}:\n${readFileSync(file, 'utf8').slice(-2_000)}`).join('')
  }

  get #hasEnded(): boolean {
    return this.#shell.exitCode !== null || this.#shell.signalCode !== null
  }

  async stop(): Promise<void> {
    const { pid } = this.#shell
    const ended = this.#hasEnded ? null : once(this.#shell, 'exit')
    if (pid !== undefined) signalGroup(pid, 'SIGTERM')
    await ended
    const deadline = Date.now() + 10_000
    while (pid !== undefined && signalGroup(pid, 0) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    if (pid !== undefined) signalGroup(pid, 'SIGKILL')
  }
}

/** Whether there was a process left to get it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}
