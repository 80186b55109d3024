/**
 * The chart: linted, rendered for the sets of values in its folder ci/, and each manifest judged by the compiler with
 * the types of Kubernetes. There is no cluster here: what an API server would refuse beyond types is not seen.
 */
import { execFileSync } from 'node:child_process'
import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/app/config.ts'
import { VERSION } from '../../src/app/version.ts'
import { isShipping, TOOLS, tool } from './tools.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CHART = join(ROOT, 'deploy/helm/punchcard')
const SETS = globSync('ci/*-values.yaml', { cwd: CHART }).sort()

interface Container {
  readonly name: string
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly securityContext: object
  readonly livenessProbe?: object
  readonly readinessProbe?: object
  readonly volumeMounts: readonly object[]
  readonly startupProbe?: object
}
interface Path {
  readonly path: string
  readonly backend: { readonly service: { readonly name: string } }
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> }
  readonly spec: {
    readonly publishNotReadyAddresses?: boolean
    readonly replicas?: number
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> }
      readonly spec: {
        readonly containers: readonly Container[]
        readonly securityContext: object
        readonly automountServiceAccountToken: boolean
        readonly terminationGracePeriodSeconds?: number
        readonly volumes: readonly {
          readonly name: string
          readonly projected?: { readonly sources: readonly object[] }
        }[]
      }
    }
    readonly activeDeadlineSeconds?: number
    readonly egress?: readonly object[]
    readonly scaleTargetRef?: { readonly name: string }
    readonly rules?: readonly { readonly http: { readonly paths: readonly Path[] } }[]
    readonly selector?: { readonly matchLabels?: Record<string, string> }
  }
}

/** Where the type of a kind is declared; the file has the name of the kind. */
const TYPES: Readonly<Record<string, string>> = {
  'apps/v1': 'kubernetes-models/apps/v1',
  'autoscaling/v2': 'kubernetes-models/autoscaling/v2',
  'batch/v1': 'kubernetes-models/batch/v1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
  'networking.k8s.io/v1': 'kubernetes-models/networking.k8s.io/v1',
  'policy/v1': 'kubernetes-models/policy/v1',
  v1: 'kubernetes-models/v1',
}

/** As the page of the configuration has it. */
const pageNameOf = (variable: string): string =>
  variable.replace(/_FILE$/, '').replace(/^PUNCHCARD_CELL_.*/, 'PUNCHCARD_CELL_<NAME>')

function helm(...args: readonly string[]): string {
  return execFileSync(tool('helm'), args, { encoding: 'utf8', stdio: 'pipe' })
}

function render(...args: readonly string[]): Manifest[] {
  const text = helm('template', 'shop', CHART, '--kube-version', '1.30.0', ...args)
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

const podsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap(({ spec }) => (spec.template ? [spec.template] : []))

it('has the version of the server', () => {
  const chart = readFileSync(join(CHART, 'Chart.yaml'), 'utf8')
  expect(chart).toContain(`\nversion: ${VERSION}\n`)
  expect(chart).toContain(`\nappVersion: ${VERSION}\n`)
})

describe.runIf(isShipping)('the chart', { timeout: 120_000 }, () => {
  let folder: string
  const rendered = new Map<string, Manifest[]>()
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'punchcard-chart-'))
    for (const set of SETS) rendered.set(set, render('--values', join(CHART, set)))
    symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What the compiler has to say of manifests. */
  function judge(name: string, manifests: readonly Manifest[]): string {
    const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
      const type = `import('${TYPES[apiVersion]}/${kind}').I${kind}`
      return `export const manifest${index}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 2)}`
    })
    const file = join(folder, `${name}.ts`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext']
    try {
      execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...flags, '--types', '', file], {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      })
      return ''
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }

  it('is linted', () => {
    expect(SETS).toHaveLength(5)
    const values = SETS.flatMap((set) => ['--values', join(CHART, set)])
    expect(helm('lint', '--strict', CHART, ...values)).toContain('0 chart(s) failed')
  })

  it.each(SETS)('is as Kubernetes wants it, with %s', (set) => {
    const manifests = rendered.get(set) ?? []
    expect(manifests.length).toBeGreaterThanOrEqual(8)
    expect(judge(basename(set, '.yaml'), manifests)).toBe('')
  })

  it('would be refused with a member that Kubernetes does not know', () => {
    const [first] = (rendered.get(SETS[0] ?? '') ?? []).filter(({ kind }) => kind === 'Deployment')
    if (!first) throw new Error('there is no Deployment')
    const wrong = { ...first, spec: { ...first.spec, replica: 2 } }
    expect(judge('wrong', [wrong])).toContain('replica')
  })

  it.each(SETS)('gives pods no rights, and settings that Punchcard takes, with %s', (set) => {
    const manifests = rendered.get(set) ?? []
    const pods = podsOf(manifests)
    expect(pods).toHaveLength(set === 'ci/large-values.yaml' ? 4 : 3)
    for (const { spec } of pods) {
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true })
      for (const { name, env, securityContext, livenessProbe, readinessProbe } of spec.containers) {
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
        expect([name, Boolean(livenessProbe), Boolean(readinessProbe)]).toEqual(
          name === 'migrate' ? [name, false, false] : [name, true, true],
        )
        // Secrets are files, and every name is one that is read.
        const plain = env.filter((one) => !one.name.endsWith('_FILE'))
        const settings = Object.fromEntries(plain.map((one) => [one.name, one.value ?? '10.0.0.1']))
        const config = readConfig({ DATABASE_URL: 'postgres://u@h/d', ...settings })
        const page = readFileSync(join(ROOT, 'docs/reference/configuration.md'), 'utf8')
        expect(env.filter((one) => !page.includes(`\`${pageNameOf(one.name)}\``))).toEqual([])
        const grace = spec.terminationGracePeriodSeconds
        if (grace !== undefined) expect(grace).toBeGreaterThan(config.stopSeconds)
      }
    }
    expect(JSON.stringify(manifests)).not.toContain('postgres://')
  })

  it.each(SETS)('selects pods that there are, with %s', (set) => {
    const manifests = rendered.get(set) ?? []
    const labels = podsOf(manifests).map(({ metadata }) => metadata.labels)
    const selectors = manifests.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector as unknown as Record<string, string>]
      return kind === 'PodDisruptionBudget' || kind === 'Deployment' ? [spec.selector?.matchLabels ?? {}] : []
    })
    expect(selectors.length).toBeGreaterThan(5)
    for (const selector of selectors) {
      expect(
        labels.filter((one) => Object.entries(selector).every(([key, value]) => one[key] === value)),
      ).toHaveLength(1)
    }
  })

  it('kills no pod that starts without a database, and has them answer where none is ready', () => {
    const manifests = rendered.get('ci/ingress-values.yaml') ?? []
    const processes = podsOf(manifests).flatMap(({ spec }) =>
      spec.containers.filter((one) => one.readinessProbe),
    )
    expect(processes.map(({ name }) => name).sort()).toEqual(['serve', 'work'])
    for (const { startupProbe, livenessProbe, readinessProbe } of processes) {
      expect(startupProbe).toMatchObject({ httpGet: { path: '/livez' } })
      expect(livenessProbe).toMatchObject({ httpGet: { path: '/livez' } })
      expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz' } })
    }
    const services = manifests.filter(({ kind }) => kind === 'Service')
    const alive = services.find(({ metadata }) => metadata.name.endsWith('-alive'))
    expect(alive?.spec.publishNotReadyAddresses).toBe(true)
    const ready = services.find(({ metadata }) => `${metadata.name}-alive` === alive?.metadata.name)
    expect(ready?.spec.publishNotReadyAddresses).toBeUndefined()
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')
    expect(ingress?.metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/default-backend': alive?.metadata.name,
    })
  })

  it('leaves the number of pods to the autoscaler where there is one', () => {
    const manifests = rendered.get('ci/large-values.yaml') ?? []
    const scaler = manifests.find(({ kind }) => kind === 'HorizontalPodAutoscaler')
    const target = manifests.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === scaler?.spec.scaleTargetRef?.name,
    )
    expect(target?.spec.replicas).toBeUndefined()
    expect(target?.spec.template?.spec.containers[0]?.name).toBe('serve')
  })

  const settingsOf = (manifests: readonly Manifest[], container: string) =>
    Object.fromEntries(
      podsOf(manifests)
        .flatMap(({ spec }) => spec.containers)
        .filter(({ name }) => name === container)
        .flatMap(({ env }) => env.map(({ name, value }) => [name, value])),
    )

  it.each([
    [['ingress.enabled=true', 'ingress.host=shop.example'], 'https://shop.example'],
    [['ingress.enabled=true', 'publicUrl=https://a.example:8443'], 'https://a.example:8443'],
    [['publicUrl=https://a.example', 'env.PUNCHCARD_PUBLIC_URL=https://b.example'], 'https://b.example'],
    [['ingress.enabled=false'], undefined],
  ])('lets links begin with the public address: %s', (values, publicUrl) => {
    const manifests = render(...values.flatMap((value) => ['--set', value]))
    expect(settingsOf(manifests, 'serve').PUNCHCARD_PUBLIC_URL).toBe(publicUrl)
    const names = podsOf(manifests).flatMap(({ spec }) =>
      spec.containers.map(({ env }) => env.map(({ name }) => name)),
    )
    for (const one of names) expect(new Set(one).size).toBe(one.length)
  })

  it('runs what browsers of shops ask apart from sales, and sends it there', () => {
    const manifests = render('--set', 'ingress.enabled=true', '--set', 'storefront.enabled=true')
    const servesOf = (name: string) => settingsOf(manifests, name).PUNCHCARD_SERVE
    expect([servesOf('serve'), servesOf('storefront')]).toEqual(['private,admin,panel,docs', 'storefront'])
    expect(settingsOf(render(), 'serve').PUNCHCARD_SERVE).toBe('all')
    const [ingress] = ofKind(manifests, 'Ingress')
    const backends = (ingress?.spec.rules ?? [])
      .flatMap(({ http }) => http.paths)
      .map((one) => [one.path, one.backend.service.name])
    expect(Object.fromEntries(backends)).toEqual({
      '/v1/pub': 'shop-punchcard-storefront',
      '/shop': 'shop-punchcard-storefront',
      '/v1/pvt/Token': 'shop-punchcard-storefront',
      '/v1/pvt/Token/revoke': 'shop-punchcard-storefront',
      '/v1/pvt/Link': 'shop-punchcard-storefront',
      '/': 'shop-punchcard',
    })
    const services = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name)
    expect(services).toContain('shop-punchcard-storefront')
    expect(services).toContain('shop-punchcard-storefront-metrics')
    expect(judge('storefront', manifests)).toBe('')
  })

  const ofKind = (manifests: readonly Manifest[], kind: string) =>
    manifests.filter((one) => one.kind === kind)

  it('shows every pod the databases of further cells, with its own login', () => {
    const manifests = rendered.get('ci/large-values.yaml') ?? []
    const logins: Readonly<Record<string, string>> = {
      migrate: 'owner-url',
      serve: 'api-url',
      storefront: 'api-url',
      work: 'worker-url',
    }
    for (const { spec } of podsOf(manifests)) {
      const [container] = spec.containers
      const login = logins[container?.name ?? '']
      const settings = settingsOf(manifests, container?.name ?? '')
      expect(settings).toMatchObject({
        PUNCHCARD_CELL_SOUTH_AMERICA_FILE: '/run/secrets/punchcard/cell-south-america-url',
        PUNCHCARD_CELL_EU_FILE: '/run/secrets/punchcard/cell-eu-url',
      })
      const secrets = spec.volumes.find(({ name }) => name === 'secrets')
      expect(secrets?.projected?.sources).toContainEqual({
        secret: { name: 'loyalty-south-america', items: [{ key: login, path: 'cell-south-america-url' }] },
      })
    }
  })

  it('mounts volumes of the operator into every pod, such as the CA of the database', () => {
    const pods = podsOf(rendered.get('ci/large-values.yaml') ?? [])
    expect(pods).toHaveLength(4)
    for (const { spec } of pods) {
      expect(spec.volumes).toContainEqual({ name: 'database-ca', configMap: { name: 'rds-ca' } })
      expect(spec.containers[0]?.volumeMounts).toContainEqual({
        ...{ name: 'database-ca', mountPath: '/etc/punchcard', readOnly: true },
      })
    }
  })

  it('has the alerts of deploy/prometheus, and none unless they are wanted', () => {
    const [rule] = ofKind(rendered.get('ci/large-values.yaml') ?? [], 'PrometheusRule')
    const file = readFileSync(join(ROOT, 'deploy/prometheus/punchcard.rules.yaml'), 'utf8')
    expect(rule?.spec).toEqual(parse(file))
    expect(ofKind(rendered.get('ci/defaults-values.yaml') ?? [], 'PrometheusRule')).toEqual([])
    // A link, so that there is one file to edit.
    expect(lstatSync(join(CHART, 'files/punchcard.rules.yaml')).isSymbolicLink()).toBe(true)
  })

  it('lets traces out where they are sent, and only there', () => {
    const egressOf = (set: string) =>
      ofKind(rendered.get(set) ?? [], 'NetworkPolicy').flatMap(({ spec }) => spec.egress ?? [])
    expect(egressOf('ci/large-values.yaml')).toContainEqual({
      ports: [{ protocol: 'TCP', port: 4318 }],
      to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'tracing' } } }],
    })
    expect(JSON.stringify(egressOf('ci/defaults-values.yaml'))).not.toContain('4318')
  })

  it('says how long Helm has to wait for the migration', () => {
    const readme = readFileSync(join(CHART, 'README.md'), 'utf8')
    const [, minutes] = /helm install .*--timeout (\d+)m/.exec(readme) ?? []
    const job = ofKind(rendered.get('ci/defaults-values.yaml') ?? [], 'Job')[0]
    expect(Number(minutes) * 60).toBeGreaterThan(job?.spec.activeDeadlineSeconds ?? Number.POSITIVE_INFINITY)
  })

  it.each([
    ['serve.replicas=two', 'serve.replicas'],
    ['serve.autoscaling.enable=true', 'enable is not allowed'],
    ['secrets.database=', 'secrets.database'],
    ['image.digest=latest', 'image.digest'],
    ['serve.enabled=false', 'serve'],
    ['storefront.enabled=yes', 'storefront.enabled'],
    ['env.lower=1', 'env'],
    ['publicUrl=loyalty.example.com', 'publicUrl'],
    ['secrets.cells.main=other', 'secrets.cells'],
    ['secrets.cells.South=other', 'secrets.cells'],
    ['extraVolumeMounts[0].name=ca', 'mountPath'],
  ])('refuses --set %s, and says where', (value, says) => {
    expect(() => render('--set', value)).toThrow(says)
  })
})
