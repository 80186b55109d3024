import type { Actor, Via } from '../people/actor.ts'

/** Who runs the installation and does something about a merchant: at the command line, or signed in to the panel. */
export interface Operator {
  readonly actor: Actor
  readonly via: Via
  readonly requestId: string | null
  readonly address: string | null
}

export const COMMAND_LINE: Operator = {
  actor: { kind: 'cli', id: null, label: 'punchcard' },
  via: 'cli',
  requestId: null,
  address: null,
}
