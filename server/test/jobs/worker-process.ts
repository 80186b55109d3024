/** `punchcard work` with the kinds of jobs that are made for tests. */
import { readConfig } from '../../src/app/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { stopOnSignal } from '../../src/platform/signals.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { work } from '../../src/worker/work.ts'
import { TEST_KINDS } from './kinds.ts'

const log = createLogger({ level: 'info', destination: process.stderr })
const config = readConfig(process.env)
const worker = await work(config, log, systemClock, TEST_KINDS)
stopOnSignal(log, worker.stop, config.stopSeconds)
void worker.ready.then(() => log.info({ metrics: worker.metricsUrl }, 'ready'))
