import type { Registry } from 'prom-client'
import { Exporter, type ExporterOptions } from './exporter.ts'
import { Tracer } from './tracer.ts'

export interface TracingSettings {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** null: the name of the process. */
  readonly serviceName: string | null
  readonly ratio: number
  readonly followsCallers: boolean
}

export interface Tracing {
  readonly tracer: Tracer
  /** Sends what waits, for a moment. */
  close(): Promise<void>
}

export function openTracing(
  { ratio, followsCallers, ...settings }: TracingSettings,
  process: Pick<ExporterOptions, 'serviceName' | 'version' | 'onTrouble'>,
  registry: Registry,
): Tracing {
  const { endpoint, headers, serviceName } = settings
  const exporter = new Exporter(
    { ...process, endpoint, headers, serviceName: serviceName ?? process.serviceName },
    registry,
  )
  const tracer = new Tracer({
    ratio,
    followsCallers,
    random: Math.random,
    onEnd: (span) => exporter.add(span),
  })
  return { tracer, close: () => exporter.close() }
}
