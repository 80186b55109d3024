/** A process with a queue, for queue.test.ts: its job ends a second after it began, and says so. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '../../src/platform/log.ts'
import { startQueue } from '../../src/worker/queue.ts'

const [url = '', isSpoiled] = process.argv.slice(2)
const log = createLogger({ level: 'error', destination: process.stderr })
const queue = await startQueue({
  url,
  schedule: [],
  log,
  tasks: {
    job: async () => {
      process.stdout.write('begun\n')
      await sleep(1_000)
      process.stdout.write('done\n')
    },
  },
})
process.stdout.write('ready\n')
process.on('SIGTERM', () => void queue.stop().then(() => process.exit(0)))
// What is no failure of the queue still ends the process.
if (isSpoiled) void Promise.reject(new Error('a fault of our own'))
