/** Backtests for the command line: the same operations that a merchant's people use, with their audit. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BacktestAnswer, type BacktestResultShown, getBacktest } from '../backtests/admin-api/schema.ts'
import type { ProgramFile } from '../program-file/file.ts'
import { createBacktest } from './backtests/schema.ts'
import type { AdminClient } from './client.ts'
import { RefusedError } from './refused-error.ts'

export type { BacktestResultShown }

const ASK_EVERY_MS = 500
/** After so long without a turn, a person should know what it waits for. */
const WAITING_MS = 10_000

export type FinishedBacktest = BacktestAnswer & { readonly result: BacktestResultShown }

/** Tries the program of a file out on past orders, and waits until a worker has done it. */
export async function backtestFile(
  client: AdminClient,
  file: ProgramFile,
  { days, onWait }: { readonly days: number; readonly onWait: () => void },
): Promise<FinishedBacktest> {
  const { id } = await client.call(createBacktest, { file, days })
  const askedAt = Date.now()
  let isTold = false
  for (;;) {
    const found = await client.call(getBacktest, undefined, { params: { id } })
    const { state, result, problem } = found
    if (state === 'done' && result) return { ...found, result }
    if (state === 'failed') throw new RefusedError(problem?.message ?? 'The backtest failed.')
    if (state === 'cancelled') throw new RefusedError('The backtest was cancelled.')
    if (state === 'queued' && !isTold && Date.now() - askedAt > WAITING_MS) {
      onWait()
      isTold = true
    }
    await sleep(ASK_EVERY_MS)
  }
}
