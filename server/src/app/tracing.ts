import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Config } from './config.ts'
import { VERSION } from './version.ts'

/** null where none are wanted: then nothing of it is even loaded. */
export async function openConfiguredTracing(
  { tracing }: Config,
  serviceName: string,
  log: Logger,
  { registry }: Metrics,
): Promise<Tracing | null> {
  if (tracing === null) return null
  const { openTracing } = await import('../platform/tracing/tracing.ts')
  const onTrouble = (reason: string): void =>
    log.warn({ reason }, 'traces could not be sent and were dropped')
  return openTracing(tracing, { serviceName, version: VERSION, onTrouble }, registry)
}
