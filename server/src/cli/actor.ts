import type { Actor } from '../people/actor.ts'

/** Who has done what an operator does at a terminal, as the audit names them. */
export const COMMAND_LINE: Actor = { kind: 'cli', id: null, label: 'punchcard' }
