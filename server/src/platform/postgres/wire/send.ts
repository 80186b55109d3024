import type pg from 'pg'
import type { Statement } from '../sql.ts'
import { valueTypes } from '../value-types.ts'
import { PreparedStatements, Round } from './round.ts'

/** Beyond the limit that the server sets itself (LOGIN_SETTINGS): for a server that does not answer at all. */
export const ANSWER_TIMEOUT_MS = 12_000

/** The round that takes statements, by connection. */
const rounds = new WeakMap<pg.PoolClient, OpenRound>()
const preparedOn = new WeakMap<pg.PoolClient, PreparedStatements>()

interface OpenRound {
  readonly round: Round
  isQueued: boolean
}

interface SendOptions {
  readonly timeoutMs?: number | undefined
  /** It opens a transaction. */
  readonly isOpening?: boolean
}

/** Statements of one turn of the event loop leave together, with those that came while another round was under way. */
export function sendOn<Row>(
  client: pg.PoolClient,
  statement: Statement<Row>,
  { timeoutMs = ANSWER_TIMEOUT_MS, isOpening = false }: SendOptions = {},
): Promise<{ rows: Row[] }> {
  const { round } = rounds.get(client) ?? openRound(client)
  return round.add(statement, timeoutMs, isOpening)
}

/** Sends what waits for the end of its turn now: before whatever is sent by other means. */
export function sendRoundOf(client: pg.PoolClient): void {
  const opened = rounds.get(client)
  if (opened) queueRound(client, opened)
}

function openRound(client: pg.PoolClient): OpenRound {
  const prepared = preparedOn.get(client) ?? new PreparedStatements(valueTypes)
  preparedOn.set(client, prepared)
  const close = (): void => {
    if (rounds.get(client) === opened) rounds.delete(client)
  }
  const opened = { round: new Round(prepared, close), isQueued: false }
  rounds.set(client, opened)
  process.nextTick(() => queueRound(client, opened))
  return opened
}

function queueRound(client: pg.PoolClient, opened: OpenRound): void {
  if (opened.isQueued) return
  opened.isQueued = true
  // Where its only statement could not be written.
  if (opened.round.isEmpty) rounds.delete(client)
  else client.query(opened.round)
}
