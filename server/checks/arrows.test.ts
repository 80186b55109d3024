import { describe, expect, it } from 'vitest'
import { findBrokenArrows } from './arrows.ts'

/** Files by their path below src/, each with its lines. */
function brokenIn(files: Record<string, string | readonly string[]>): string[] {
  return findBrokenArrows(
    new Map(Object.entries(files).map(([file, text]) => [file, [text].flat().join('\n')])),
  )
}

const uses = (file: string): string => `import { thing } from '${file}'`
const usesType = (file: string): string => `import type { Thing } from '${file}'`

describe('the layers', () => {
  it('may be used from above', () => {
    expect(
      brokenIn({
        'app/api.ts': [uses('../orders/routes.ts'), uses('../orders/store.ts'), uses('../platform/log.ts')],
        'orders/routes.ts': [uses('./store.ts'), uses('../tenancy/cells.ts'), uses('../accounts/store.ts')],
        'orders/store.ts': uses('../platform/postgres/database.ts'),
        'tenancy/cells.ts': [uses('../contract/errors.ts'), uses('../platform/postgres/database.ts')],
        'accounts/store.ts': uses('../platform/postgres/database.ts'),
        'contract/errors.ts': '',
        'platform/log.ts': uses('pino'),
        'platform/postgres/database.ts': [uses('pg'), uses('../log.ts')],
      }),
    ).toEqual([])
  })

  it('do not look up, not even for a type', () => {
    expect(
      brokenIn({
        'app/config.ts': '',
        'orders/order.ts': usesType('../app/config.ts'),
        'tenancy/tenant.ts': usesType('../orders/order.ts'),
        'platform/postgres/database.ts': usesType('../../tenancy/tenant.ts'),
      }),
    ).toEqual([
      'orders/order.ts imports app/config.ts: only app knows every part',
      'platform/postgres/database.ts imports tenancy/tenant.ts: platform knows no business noun',
      'tenancy/tenant.ts imports orders/order.ts: tenancy stands below orders',
    ])
  })

  it('find every way of writing an import', () => {
    const lines = [
      "import '../app/a.ts'",
      "import {\n  type One,\n  two,\n} from '../app/b.ts'",
      "export { three } from '../app/c.ts'",
      "export * from '../app/d.ts'",
      "const four = await import('../app/e.ts')",
      "type Five = import('../app/f.ts').Five",
      "// import '../app/g.ts'",
      "/* import '../app/h.ts' */",
    ]
    const found = brokenIn({ 'orders/order.ts': lines }).map((line) => line.split(' ')[2])
    expect(found.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `app/${name}.ts:`))
  })

  it('stay inside src', () => {
    expect(brokenIn({ 'app/dev.ts': uses('../../test/support/server-url.ts') })).toEqual([
      'app/dev.ts imports ../test/support/server-url.ts: src/ stands on its own',
    ])
  })
})

describe('domains', () => {
  it('use each other, but not the store of another', () => {
    expect(
      brokenIn({
        'orders/commands.ts': [uses('../coupons/decide.ts'), uses('../coupons/store.ts')],
        'coupons/decide.ts': '',
        'coupons/store.ts': '',
      }),
    ).toEqual(['orders/commands.ts imports coupons/store.ts: the tables of coupons are its own'])
  })

  it('do not go round in a circle', () => {
    expect(
      brokenIn({
        'orders/commands.ts': uses('../coupons/coupon.ts'),
        'coupons/commands.ts': uses('../tiers/tier.ts'),
        'coupons/coupon.ts': '',
        'tiers/routes.ts': usesType('../orders/order.ts'),
        'tiers/tier.ts': '',
        'orders/order.ts': '',
        'quizzes/quiz.ts': uses('../orders/order.ts'),
      }),
    ).toEqual([
      'coupons/commands.ts imports tiers/tier.ts: coupons → tiers → orders → coupons is a cycle',
      'orders/commands.ts imports coupons/coupon.ts: orders → coupons → tiers → orders is a cycle',
      'tiers/routes.ts imports orders/order.ts: tiers → orders → coupons → tiers is a cycle',
    ])
  })
})

describe('pure files', () => {
  it('use pure files, pure packages and the types of anything', () => {
    expect(
      brokenIn({
        'orders/decide.ts': [uses('./order.ts'), uses('typebox/value'), usesType('../platform/clock.ts')],
        'orders/order.ts': [usesType('kysely'), uses('../platform/decimal.ts')],
        'platform/decimal.ts': 'const epoch = new Date(0) // not Date.now()',
        'platform/clock.ts': 'export const systemClock = () => Date.now()',
        'earning/store.ts': [uses('pg'), 'const now = Date.now()'],
        'earning/evaluate.test.ts': [uses('fast-check'), 'Math.random()'],
      }),
    ).toEqual([])
  })

  it.each([
    ['the clock', 'const now = Date.now()'],
    ['the clock', 'const now = new Date()'],
    ['the clock', 'const started = performance.now()'],
    ['randomness', 'const one = Math.random() > 0.5'],
    ['randomness', 'const id = crypto.randomUUID()'],
    ['the environment', 'const zone = process.env.TZ'],
  ])('do not read %s: %s', (what, line) => {
    expect(brokenIn({ 'accounts/lots.ts': line })).toEqual([
      `accounts/lots.ts reads ${what}: a pure file is given it`,
    ])
  })

  it('do not read them through another file either', () => {
    expect(
      brokenIn({
        'rewards/present.ts': uses('./texts.ts'),
        'rewards/texts.ts': uses('../platform/clock.ts'),
        'platform/clock.ts': 'export const systemClock = () => Date.now()',
      }),
    ).toEqual([
      'rewards/present.ts imports rewards/texts.ts: a pure file imports pure files only, ' +
        'and that file imports platform/clock.ts, which reads the clock',
    ])
  })

  it('do not use the database, the machine or a file that does', () => {
    expect(
      brokenIn({
        'earning/evaluate.ts': [uses('pg'), uses('node:crypto'), uses('./store.ts'), uses('./rates.ts')],
        'earning/store.ts': '',
        'earning/rates.ts': '',
        'orders/decide.ts': uses('./order.ts'),
        'orders/order.ts': [uses('./decide.ts'), uses('node:fs')],
      }),
    ).toEqual([
      'earning/evaluate.ts imports pg: a pure file imports pure files only, and that package is not pure',
      'earning/evaluate.ts imports node:crypto: a pure file imports pure files only, and that package is not pure',
      'earning/evaluate.ts imports earning/store.ts: a pure file imports pure files only, and that file is not pure',
      'orders/decide.ts imports orders/order.ts: a pure file imports pure files only, and that file uses node:fs',
    ])
  })
})
