/**
 * Images for a machine that can pull none: Debian with the same programs under the names that compose.yaml is told to
 * use, each with what compose.yaml asks of the image that it stands for.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { podman } from './podman.ts'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'punchcard/stand-ins')
const MIRROR = mirror()

/** The newest Debian: the first one with PostgreSQL 18. */
const PROGRAMS = 'ca-certificates,tzdata,libstdc++6,postgresql-18,caddy,redis-server,prometheus'

/** What PostgreSQL's image does on an empty volume, as far as compose.yaml needs it. */
const POSTGRES = `#!/bin/sh
set -eu
bin=/usr/lib/postgresql/18/bin
export PGDATA=/var/lib/postgresql/18/docker PATH=$bin:$PATH
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown -R postgres: /var/lib/postgresql /run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username postgres --pwfile "$POSTGRES_PASSWORD_FILE" --auth-local trust --auth-host scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses=''" >/dev/null
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  pg_ctl -w -m fast stop >/dev/null
fi
exec postgres -c listen_addresses='*'
`

export interface StandIns {
  readonly node: string
  readonly others: Readonly<Record<string, string>>
}

/** Builds what is not there yet. */
export function makeStandIns(): StandIns {
  mkdirSync(CACHE, { recursive: true })
  const archive = join(CACHE, 'debian.tar')
  if (!existsSync(archive)) bootstrap('essential', PROGRAMS, 'forky', archive)
  build('debian', 'FROM scratch\nADD debian.tar /\n', [])
  build('node', nodeFile(), nodeFiles())
  writeFileSync(join(CACHE, 'postgres.sh'), POSTGRES, { mode: 0o755 })
  build(
    'postgres',
    `FROM ${nameOf('debian')}
COPY postgres.sh /usr/local/bin/start-postgres
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
STOPSIGNAL SIGINT
ENTRYPOINT ["/usr/local/bin/start-postgres"]
`,
    [],
  )
  const caddy = '["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
  build(
    'caddy',
    `FROM ${nameOf('debian')}\nENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config\nCMD ${caddy}\n`,
    [],
  )
  build('prometheus', `FROM ${nameOf('debian')}\nENTRYPOINT ["prometheus"]\n`, [])
  return {
    node: nameOf('node'),
    others: {
      POSTGRES_IMAGE: nameOf('postgres'),
      CADDY_IMAGE: nameOf('caddy'),
      REDIS_IMAGE: nameOf('debian'),
      PROMETHEUS_IMAGE: nameOf('prometheus'),
    },
  }
}

/** docker-compose of a Debian that is newer than this machine's may be: a Go program, which runs anywhere. */
export function composeProgram(): string {
  const folder = join(CACHE, 'compose')
  if (!existsSync(folder)) bootstrap('extract', 'docker-compose', 'trixie', folder)
  return join(folder, 'usr/bin/docker-compose')
}

function nameOf(standIn: string): string {
  return `localhost/stand-in-${standIn}:latest`
}

function build(name: string, containerfile: string, files: readonly string[]): void {
  const context = join(CACHE, name)
  mkdirSync(context, { recursive: true })
  const path = join(context, 'Containerfile')
  const isThere = existsSync(path) && readFileSync(path, 'utf8') === containerfile
  if (isThere && hasImage(nameOf(name))) return
  for (const file of files)
    cpSync(file, join(context, file.split('/').at(-1) ?? ''), { recursive: true, dereference: true })
  for (const shared of ['debian.tar', 'postgres.sh']) {
    if (containerfile.includes(shared)) execFileSync('ln', ['-f', join(CACHE, shared), join(context, shared)])
  }
  writeFileSync(path, containerfile)
  podman(['build', '--quiet', '--tag', nameOf(name), '--file', path, context])
}

function hasImage(name: string): boolean {
  try {
    podman(['image', 'exists', name])
    return true
  } catch {
    return false
  }
}

/** Node and npm of this machine; and the certificates that it trusts, or `npm ci` may not get through. */
function nodeFile(): string {
  return `FROM ${nameOf('debian')}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.pem /etc/ssl/extra-certificates.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/extra-certificates.pem
# ${process.version}
`
}

function nodeFiles(): string[] {
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  const copy = join(CACHE, 'certificates.pem')
  if (certificates === undefined) writeFileSync(copy, '')
  else cpSync(realpathSync(certificates), copy)
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())
  return [process.execPath, dirname(dirname(npm)), copy]
}

function bootstrap(variant: string, programs: string, release: string, target: string): void {
  execFileSync(
    'mmdebstrap',
    [
      ...['--quiet', `--variant=${variant}`, '--aptopt=Acquire::Check-Valid-Until "false"'],
      ...[`--include=${programs}`, release, target, `deb ${MIRROR} ${release} main`],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

/** Where this machine gets its packages. */
function mirror(): string {
  for (const file of ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const [, found] = /^(?:URIs:|deb(?: \[[^\]]*\])?) (\S+)/m.exec(text) ?? []
    if (found) return found
  }
  return 'http://deb.debian.org/debian'
}
