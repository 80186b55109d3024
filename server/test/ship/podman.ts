/** Containers without a Docker engine: Podman, its socket, and docker-compose that speaks to it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Without systemd, and where the machine is a container itself. */
const SETTINGS = `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`

/** With Podman's settings and its socket. */
let folder = ''

function environment(): Record<string, string> {
  if (folder === '') {
    folder = mkdtempSync(join(tmpdir(), 'punchcard-podman-'))
    writeFileSync(join(folder, 'containers.conf'), SETTINGS)
  }
  // Docker's format of images: the other one has no health checks.
  return { CONTAINERS_CONF: join(folder, 'containers.conf'), BUILDAH_FORMAT: 'docker' }
}

export function podman(args: readonly string[]): string {
  return execFileSync('podman', args, {
    env: { ...process.env, ...environment() },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 100_000_000,
  })
}

/** `docker` for who has Podman: a folder for PATH, and the socket that docker-compose asks. */
export class Engine {
  readonly environment = { ...environment(), DOCKER_HOST: `unix://${folder}/podman.sock` }
  readonly path = join(folder, 'bin')
  readonly #service: ChildProcess
  #isStopped = false
  readonly #checks: Promise<void>

  private constructor() {
    const socket = this.environment.DOCKER_HOST
    this.#service = spawn('podman', ['system', 'service', '--time=0', socket], {
      env: { ...process.env, ...environment() },
      stdio: 'ignore',
    })
    this.#checks = this.#checkHealth()
  }

  static async start(compose: string): Promise<Engine> {
    const engine = new Engine()
    mkdirSync(engine.path)
    const docker = `#!/bin/sh
if [ "$1" = compose ]; then
  shift
  exec ${compose} "$@"
fi
exec podman "$@"
`
    writeFileSync(join(engine.path, 'docker'), docker, { mode: 0o755 })
    const deadline = Date.now() + 20_000
    while (!existsSync(join(folder, 'podman.sock'))) {
      if (Date.now() > deadline) throw new Error('the socket of Podman does not appear')
      await sleep(50)
    }
    return engine
  }

  /** Podman leaves this to systemd's timers. */
  async #checkHealth(): Promise<void> {
    while (!this.#isStopped) {
      const ids = await run('podman', ['ps', '--quiet', '--filter', 'label=com.docker.compose.project'])
      await Promise.all(
        ids
          .split('\n')
          .filter(Boolean)
          .map((id) => run('podman', ['healthcheck', 'run', id])),
      )
      await sleep(2_000)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#checks
    this.#service.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What it prints; what it says by its exit code is of no interest. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  for await (const chunk of child.stdout) printed += String(chunk)
  return printed
}
