import { Registry } from 'prom-client'
import type { Config } from '../../app/config.ts'
import { expectFree } from '../../platform/http/listeners.ts'
import { problemOfSockets } from '../../platform/http/listening-sockets.ts'
import type { Logger } from '../../platform/log.ts'
import { serveMetrics } from '../../platform/metrics.ts'
import { NotReadyError } from '../../platform/not-ready.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { limitsInProcess } from '../../tenancy/limits.ts'
import { urlOf } from '../listening-url.ts'
import type { RunningServer } from '../serve.ts'
import { Siblings } from './siblings.ts'

export { StartFailedError } from './siblings.ts'

/**
 * Several servers on one port, as one: this process serves nothing itself. It starts them and starts them again, shows
 * the metrics of all, counts for all what senders may do, and tells them to stop. On SIGHUP it replaces them.
 */
export async function servePrimary(config: Config, log: Logger): Promise<Omit<RunningServer, 'metrics'>> {
  const { host, port, metricsHost, metricsPort } = config
  const problem = problemOfSockets()
  if (problem !== null) throw new NotReadyError(`${problem} Set PUNCHCARD_PROCESSES to 1.`)
  // A port that can be shared can be shared with another server by mistake, without an error.
  if (port !== 0) await expectFree(host, port)
  const siblings = new Siblings(config, log, limitsInProcess(monotonicClock))
  // However this process ends: one that hangs would not notice it.
  process.on('exit', () => siblings.killAll())
  const registry = { contentType: Registry.PROMETHEUS_CONTENT_TYPE, metrics: () => siblings.metrics() }
  const metricsServer =
    metricsPort === null ? null : await serveMetrics({ registry }, { host: metricsHost, port: metricsPort })
  const { url, isReady } = await siblings.start()
  process.on('SIGHUP', () => siblings.replaceAll())
  return {
    url,
    metricsUrl: metricsServer && `${urlOf(metricsServer)}/metrics`,
    isReady,
    ready: siblings.allReady,
    async stop(reason = 'stop') {
      await siblings.stop(reason)
      metricsServer?.close()
    },
  }
}
