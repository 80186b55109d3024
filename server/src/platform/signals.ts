import type { Logger } from './log.ts'

/**
 * The first process of a container is given no signal that it has not asked for: a command that waits for a database
 * could only be killed. `stopOnSignal` takes this back.
 */
export function endOnSignalAsFirstProcess(): void {
  if (process.pid !== 1) return
  process.on('SIGTERM', endAtOnce)
  process.on('SIGINT', endAtOnce)
}

function endAtOnce(_signal: string, number: number): void {
  // As a shell tells of a process that a signal has ended.
  process.exit(128 + number)
}

/** Begins to stop; false where that was begun before. */
export type BeginStop = (reason: string) => boolean

/**
 * Stops once, and ends the process at the deadline: the sender of the signal would soon kill it anyway, and nothing is
 * lost by that.
 */
function stopOnce(log: Logger, stop: (reason: string) => Promise<void>, deadlineSeconds: number): BeginStop {
  let isStopping = false
  return (reason) => {
    if (isStopping) return false
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.warn({ seconds: deadlineSeconds }, 'stopping took too long: what was still open is cut off')
      process.exit(1)
    }, deadlineSeconds * 1_000).unref()
    stop(reason).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
    return true
  }
}

function onStopSignal(react: (signal: string) => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, react)
    process.off(signal, endAtOnce)
  }
}

/** Stops once, however many signals come; a second one while stopping ends the process at once. */
export function stopOnSignal(
  log: Logger,
  stop: (reason: string) => Promise<void>,
  deadlineSeconds: number,
): void {
  const begin = stopOnce(log, stop, deadlineSeconds)
  function onSignal(reason: string): void {
    if (!begin(reason)) process.exit(1)
  }
  onStopSignal(onSignal)
  if (process.env.npm_command !== undefined) onParentGone(() => onSignal('npm is gone'))
}

/**
 * For a process whose parent tells it to stop, by what this returns. A terminal and systemd send their signals to both,
 * so the first word counts and further ones mean nothing: the parent ends what does not end.
 */
export function stopWithParent(
  log: Logger,
  stop: (reason: string) => Promise<void>,
  deadlineSeconds: number,
): BeginStop {
  const begin = stopOnce(log, stop, deadlineSeconds)
  onStopSignal((signal) => void begin(signal))
  // For the parent, who replaces its processes then.
  process.on('SIGHUP', () => {})
  return begin
}

/** npx and npm hand a signal to the shell between us, which ends without passing it on. */
function onParentGone(react: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, 200)
  timer.unref()
}
