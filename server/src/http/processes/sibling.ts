import type { Config } from '../../app/config.ts'
import { type Answers, Channel } from '../../platform/channel.ts'
import { listenerCount } from '../../platform/http/listeners.ts'
import type { Logger } from '../../platform/log.ts'
import { NotReadyError } from '../../platform/not-ready.ts'
import { stopWithParent } from '../../platform/signals.ts'
import { limitsOver } from '../../tenancy/limits.ts'
import { serve } from '../serve.ts'
import { connectionsOfEach, FIRST_SOCKET, type Started } from './places.ts'

/**
 * One of several processes that serve on one port (primary.ts). It is a server like any other, but for three things that
 * are the primary's: the port of the metrics, the limits of senders, and when to stop.
 */
export async function serveAsSibling(config: Config, log: Logger, number: number): Promise<void> {
  let stop = (_reason: string): unknown => process.exit(0)
  let metrics = async (): Promise<string> => ''
  const channel = openChannel({
    stop: (reason: string) => void stop(reason),
    metrics: () => metrics().catch(() => ''),
  })
  const connectionsMax = connectionsOfEach(config)
  const sockets = Array.from({ length: listenerCount(connectionsMax) }, (_, index) => FIRST_SOCKET + index)
  const place = { number, sockets, limits: limitsOver(channel) }
  const server = await serve({ ...config, connectionsMax }, log, { place })
  stop = stopWithParent(log, server.stop, config.stopSeconds)
  metrics = server.metrics
  const { url, isReady } = server
  void channel.ask('started', { url, isReady } satisfies Started)
  void server.ready.then(() => channel.ask('ready'))
}

function openChannel(answers: Answers): Channel {
  const { send } = process
  // Not connected: the process that started this one is gone already.
  if (!send || !process.connected)
    throw new NotReadyError('`--sibling` is for processes that `punchcard serve --processes` starts.')
  // Without it the port would stay taken, by a process that nothing watches.
  process.on('disconnect', () => process.exit(1))
  return new Channel(
    {
      send: (message) => void send.call(process, message, () => {}),
      onMessage: (listener) => void process.on('message', listener),
    },
    answers,
  )
}
