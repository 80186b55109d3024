import { isReadable } from './format.ts'
import type { Program, Rule } from './program.ts'

/** As measured: what a process needs for a rule, and for each id that it names. */
const RULE_BYTES = 2_000
const ID_BYTES = 150
const BYTES_MAX = 256 * 1024 * 1024

/**
 * Programs that were read. By their size, because one of 2,000 ids for each rule takes as much as a thousand others, and
 * a merchant may publish as many as it likes. What was kept first goes first.
 */
export class ProgramCache {
  readonly #programs = new Map<string, { readonly program: Program; readonly bytes: number }>()
  readonly #most: number
  #bytes = 0

  constructor(most = BYTES_MAX) {
    this.#most = most
  }

  get(key: string): Program | undefined {
    return this.#programs.get(key)?.program
  }

  set(key: string, program: Program): void {
    this.#delete(key)
    const bytes = bytesOf(program)
    this.#programs.set(key, { program, bytes })
    this.#bytes += bytes
    for (const oldest of this.#programs.keys()) {
      if (this.#bytes <= this.#most) break
      this.#delete(oldest)
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#programs.get(key)?.bytes ?? 0
    this.#programs.delete(key)
  }
}

/** One that this process can't read has nothing to weigh. */
function bytesOf(program: Program): number {
  if (!isReadable(program)) return RULE_BYTES
  return program.rules.reduce((sum, rule) => sum + RULE_BYTES + ID_BYTES * idsOf(rule), RULE_BYTES)
}

function idsOf(rule: Rule): number {
  const named = 'ids' in rule ? (rule.ids?.length ?? 0) : 0
  const picked = rule.kind === 'card' ? (rule.picked?.ids.length ?? 0) : 0
  const { branches, paymentMethods } = ('when' in rule && rule.when) || {}
  return named + picked + (branches?.size ?? 0) + (paymentMethods?.size ?? 0)
}
