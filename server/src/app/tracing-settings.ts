import type { TracingSettings } from '../platform/tracing/tracing.ts'
import type { Settings } from './settings.ts'

/** One request in a hundred, unless told. */
const RATIO = 0.01
const SAMPLERS = ['traceidratio', 'parentbased_traceidratio', 'always_on']

/** The variables are those of OpenTelemetry. Without an endpoint there are no traces. */
export function readTracing(settings: Settings): TracingSettings | null {
  const endpoint = settings.text('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint !== undefined && !isAddress(endpoint)) {
    // It may hold a password: the message never repeats it.
    settings.problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318.')
  }
  const sampler = settings.text('OTEL_TRACES_SAMPLER') ?? 'traceidratio'
  if (!SAMPLERS.includes(sampler)) {
    settings.problems.push(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, but is “${sampler}”.`)
  }
  const ratio = readRatio(settings)
  const headers = readHeaders(settings)
  const serviceName = settings.text('OTEL_SERVICE_NAME') ?? null
  if (endpoint === undefined) return null
  return {
    endpoint,
    headers,
    serviceName,
    ratio: sampler === 'always_on' ? 1 : ratio,
    followsCallers: sampler === 'parentbased_traceidratio',
  }
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function readRatio(settings: Settings): number {
  const value = settings.text('OTEL_TRACES_SAMPLER_ARG')
  if (value === undefined) return RATIO
  const ratio = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  settings.problems.push(
    `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, like 0.01, but is “${value}”.`,
  )
  return RATIO
}

/** Such as `api-key=abc,x-team=shops`. They may be secrets: the message never repeats them. */
function readHeaders(settings: Settings): Record<string, string> {
  const value = settings.text('OTEL_EXPORTER_OTLP_HEADERS')
  if (value === undefined) return {}
  const pairs = value.split(',').map((pair) => /^\s*([\w-]+)=([\x20-\x7e]*?)\s*$/.exec(pair))
  if (pairs.some((pair) => pair === null)) {
    settings.problems.push(
      'OTEL_EXPORTER_OTLP_HEADERS must be names and values like api-key=abc,x-team=shops.',
    )
  }
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
}
