import { describe, expect, it } from 'vitest'
import { findBrokenArrows, findFileCycles, findStaleDeclarations } from './arrows.ts'

/** Files by their path below src/, each with its lines. */
function brokenIn(files: Record<string, string | readonly string[]>): string[] {
  return findBrokenArrows(
    new Map(Object.entries(files).map(([file, text]) => [file, [text].flat().join('\n')])),
  )
}

const uses = (file: string): string => `import { thing } from '${file}'`
const usesType = (file: string): string => `import type { Thing } from '${file}'`

describe('the rooms', () => {
  it('may be used from above', () => {
    expect(
      brokenIn({
        'cli/main.ts': [uses('../dev/dev.ts'), uses('../http/serve.ts'), uses('commander')],
        'dev/dev.ts': [uses('../demo/merchant.ts'), uses('../worker/work.ts'), uses('../app/config.ts')],
        'demo/merchant.ts': [uses('../orders/private-api/read.ts'), uses('../orders/store.ts')],
        'http/serve.ts': [uses('../orders/private-api/routes.ts'), uses('../management/management-api.ts')],
        'management/management-api.ts': [uses('../program-file/routes.ts'), uses('../app/config.ts')],
        'program-file/routes.ts': [uses('../orders/admin-api/schema.ts'), uses('../orders/store.ts')],
        'orders/admin-api/schema.ts': '',
        'worker/work.ts': [uses('../app/config.ts'), uses('pg')],
        'app/config.ts': uses('../platform/log.ts'),
        'orders/private-api/routes.ts': [uses('../commands.ts'), uses('../../contract/private-api/dates.ts')],
        'orders/private-api/read.ts': uses('../../customers/private-api/read.ts'),
        'customers/private-api/read.ts': '',
        'orders/commands.ts': [uses('../accounts/till.ts'), uses('../coupons/collections.ts')],
        'orders/store.ts': uses('../platform/postgres/sql.ts'),
        'coupons/collections.ts': uses('../platform/postgres/sql.ts'),
        'accounts/till.ts': uses('../tenancy/cells.ts'),
        'tenancy/cells.ts': [uses('../contract/refusal.ts'), uses('../platform/log.ts')],
        'contract/refusal.ts': '',
        'contract/private-api/dates.ts': '',
        'platform/log.ts': uses('pino'),
        'platform/postgres/sql.ts': uses('pg'),
      }),
    ).toEqual([])
  })

  it('do not look up, not even for a type', () => {
    expect(
      brokenIn({
        'cli/main.ts': '',
        'http/edge.ts': '',
        'management/errors.ts': usesType('../http/edge.ts'),
        'program-file/routes.ts': usesType('../http/edge.ts'),
        'app/config.ts': [usesType('../cli/main.ts'), usesType('../management/errors.ts')],
        'orders/order.ts': usesType('../app/config.ts'),
        'tenancy/tenant.ts': usesType('../orders/order.ts'),
        'contract/refusal.ts': usesType('../tenancy/tenant.ts'),
        'platform/postgres/database.ts': usesType('../../tenancy/tenant.ts'),
      }),
    ).toEqual([
      'app/config.ts imports cli/main.ts: app stands below cli',
      'app/config.ts imports management/errors.ts: app stands below management',
      'contract/refusal.ts imports tenancy/tenant.ts: contract stands below tenancy',
      'management/errors.ts imports http/edge.ts: management stands below http',
      'orders/order.ts imports app/config.ts: orders stands below app',
      'platform/postgres/database.ts imports tenancy/tenant.ts: platform knows no business noun',
      'program-file/routes.ts imports http/edge.ts: program-file stands below http',
      'tenancy/tenant.ts imports orders/order.ts: tenancy stands below orders',
    ])
  })

  it('are seen in every way of writing an import', () => {
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

  it('do not go round in a circle', () => {
    expect(
      brokenIn({
        'orders/commands.ts': uses('../coupons/coupon.ts'),
        'coupons/commands.ts': uses('../tiers/tier.ts'),
        'coupons/coupon.ts': '',
        'tiers/sweep.ts': usesType('../orders/order.ts'),
        'tiers/tier.ts': '',
        'orders/order.ts': '',
        'quizzes/quiz.ts': uses('../orders/order.ts'),
      }),
    ).toEqual(['rooms in a circle: coupons → tiers → orders → coupons'])
  })

  it('leave flags to the command line', () => {
    expect(brokenIn({ 'worker/work.ts': uses('commander') })).toEqual([
      'worker/work.ts imports commander: only cli knows flags and terminals',
    ])
  })
})

describe('the two APIs', () => {
  it('never meet', () => {
    expect(
      brokenIn({
        'orders/private-api/routes.ts': uses('../admin-api/schema.ts'),
        'orders/admin-api/schema.ts': uses('../../contract/private-api/errors.ts'),
        'contract/private-api/errors.ts': '',
      }),
    ).toEqual([
      'orders/admin-api/schema.ts imports contract/private-api/errors.ts: admin-api and private-api never meet',
      'orders/admin-api/schema.ts imports contract/private-api/errors.ts: only http, demo and private-api itself know private-api',
      'orders/private-api/routes.ts imports orders/admin-api/schema.ts: private-api and admin-api never meet',
      'orders/private-api/routes.ts imports orders/admin-api/schema.ts: only http, management, program-file and admin-api itself know admin-api',
    ])
  })

  it.each([
    ['orders/rules/place.ts', 'orders'],
    ['tenancy/manage/tenants.ts', 'orders'],
    ['worker/work.ts', 'orders'],
    ['cli/main.ts', 'orders'],
  ])('are not known to %s', (file) => {
    const depth = '../'.repeat(file.split('/').length - 1)
    expect(
      brokenIn({
        [file]: uses(`${depth}contract/private-api/errors.ts`),
        'contract/private-api/errors.ts': '',
      }),
    ).toEqual([
      `${file} imports contract/private-api/errors.ts: only http, demo and private-api itself know private-api`,
    ])
  })

  it('are explained to each other in failed requests, and nowhere else', () => {
    expect(
      brokenIn({
        'management/failed-requests/routes.ts': [
          uses('../../contract/private-api/errors.ts'),
          uses('../../orders/private-api/read.ts'),
        ],
        'management/needs/routes.ts': [
          uses('../../contract/private-api/errors.ts'),
          uses('../../orders/admin-api/read.ts'),
        ],
        'contract/private-api/errors.ts': '',
        'orders/private-api/read.ts': '',
        'orders/admin-api/read.ts': '',
      }),
    ).toEqual([
      'management/failed-requests/routes.ts imports orders/private-api/read.ts: only http, demo and private-api itself know private-api',
      'management/needs/routes.ts imports contract/private-api/errors.ts: only http, demo and private-api itself know private-api',
    ])
  })

  it('leave the panel to the management API: the demo merchant speaks to the private API alone', () => {
    expect(
      brokenIn({
        'demo/life.ts': [uses('../orders/private-api/read.ts'), uses('../orders/admin-api/read.ts')],
        'orders/private-api/read.ts': '',
        'orders/admin-api/read.ts': '',
      }),
    ).toEqual([
      'demo/life.ts imports orders/admin-api/read.ts: only http, management, program-file and admin-api itself know admin-api',
    ])
  })
})

describe('domains', () => {
  it('use the rules and collections of each other, but not the queries', () => {
    expect(
      brokenIn({
        'orders/commands.ts': [
          uses('../coupons/rules.ts'),
          uses('../coupons/collections/coupons.ts'),
          uses('../coupons/store.ts'),
          uses('../tiers/store/tiers.ts'),
        ],
        'coupons/rules.ts': '',
        'coupons/collections/coupons.ts': '',
        'coupons/store.ts': '',
        'tiers/store/tiers.ts': '',
      }),
    ).toEqual([
      'orders/commands.ts imports coupons/store.ts: the queries of coupons are its own',
      'orders/commands.ts imports tiers/store/tiers.ts: the queries of tiers are its own',
    ])
  })

  it('have their SQL in store, collections and verify', () => {
    expect(
      brokenIn({
        'orders/commands.ts': uses('../platform/postgres/sql.ts'),
        'orders/manage.ts': uses('../platform/postgres/columns.ts'),
        'orders/verify.ts': uses('../platform/postgres/sql.ts'),
        'accounts/till/till.ts': [uses('pg'), usesType('pg')],
        'platform/postgres/columns.ts': '',
        'platform/postgres/sql.ts': '',
      }),
    ).toEqual([
      'accounts/till/till.ts imports pg: SQL stands in store, collections, customer-data and verify',
      'orders/commands.ts imports platform/postgres/sql.ts: SQL stands in store, collections, customer-data and verify',
      'orders/manage.ts imports platform/postgres/columns.ts: SQL stands in store, collections, customer-data and verify',
    ])
  })
})

describe('tables', () => {
  const asks = (text: string): string => `const found = sql\`${text}\``

  it('are read from above', () => {
    expect(
      brokenIn({
        'orders/store.ts': asks('select from customer join point_record using (tenant_id)'),
        'accounts/store.ts': ['/* from customer_order */', asks('select from customer -- from coupon')],
        'webhooks/store.ts': asks('select from customer_order'),
      }),
    ).toEqual([])
  })

  it('are not read from below', () => {
    expect(
      brokenIn({
        'accounts/store/ledger.ts': asks('select from customer left join redemption on true'),
        'events/verify.ts': [asks('select from customer'), asks('select from customer_order')],
      }),
    ).toEqual([
      'accounts/store/ledger.ts names redemption of rewards: accounts stands below rewards',
      'events/verify.ts names customer_order of orders: events stands below orders',
    ])
  })

  it('bind rooms together as imports do', () => {
    expect(
      brokenIn({
        'orders/commands.ts': uses('../catalog/collections.ts'),
        'catalog/collections.ts': asks('select from customer_order'),
      }),
    ).toEqual(['rooms in a circle: catalog → orders → catalog'])
  })

  it.each([
    asks('update customer_order set total = 0'),
    asks('insert into customer_order (id) values (1)'),
    asks('delete from customer_order'),
    "const insert = table('customer_order').insert({})",
  ])('are written by their owner alone: %s', (line) => {
    expect(brokenIn({ 'orders/store.ts': line, 'erasing/collections.ts': line })).toEqual([
      'erasing/collections.ts names customer_order of orders: only orders writes it',
    ])
  })
})

describe('what is declared about tables', () => {
  it('is an error where no statement needs it', () => {
    const stale = findStaleDeclarations(
      new Map([
        ['customers/store/customers.ts', 'sql`select from customer_order`'],
        // It writes no alias, and an exception for writing is not needed for reading.
        ['customers/collections/customer-ids.ts', 'sql`update customer`; sql`select from customer_alias`'],
      ]),
    )
    expect(stale.filter((line) => line.startsWith('customers/'))).toEqual([
      'customers/collections/customer-ids.ts is listed because it writes customer_alias: it does not',
    ])
  })

  it('names rooms that exist', () => {
    const stale = findStaleDeclarations(new Map([['people/store.ts', '']]))
    expect(stale).toContain('brand is declared for catalog: no such room')
    expect(stale.filter((line) => line.includes('for people'))).toEqual([])
  })
})

describe('pure files', () => {
  it('use pure files, pure packages and the types of anything', () => {
    expect(
      brokenIn({
        'orders/rules/place.ts': [uses('../order.ts'), uses('typebox/value'), usesType('../store.ts')],
        'orders/order.ts': [usesType('pg'), uses('../platform/decimal.ts')],
        'orders/store.ts': '',
        'platform/decimal.ts': 'const epoch = new Date(0) // not Date.now()',
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
    for (const file of [
      'accounts/rules/lots.ts',
      'coupons/rules.ts',
      'rewards/texts.ts',
      'earning/evaluate.ts',
    ]) {
      expect(brokenIn({ [file]: line })).toEqual([`${file} reads ${what}: a pure file is given it`])
    }
  })

  it('do not read them through another file either', () => {
    expect(
      brokenIn({
        'rewards/rules.ts': uses('./reward.ts'),
        'rewards/reward.ts': uses('../platform/clock.ts'),
        'platform/clock.ts': 'export const systemClock = () => Date.now()',
      }),
    ).toEqual([
      'rewards/rules.ts imports rewards/reward.ts: a pure file imports pure files only, ' +
        'and that file imports platform/clock.ts, which reads the clock',
    ])
  })

  it('do not use the database, the machine or a file that does', () => {
    expect(
      brokenIn({
        'earning/evaluate.ts': [uses('node:crypto'), uses('./store.ts'), uses('./rates.ts')],
        'earning/store.ts': '',
        'earning/rates.ts': '',
        // What is configured is kept, and handlers ask for it; what describes an API is pure.
        'earning/manage.ts': uses('./store.ts'),
        'earning/admin-api/routes.ts': [uses('../store.ts'), uses('../../contract/admin-api/operation.ts')],
        'contract/admin-api/operation.ts': uses('node:fs'),
        'orders/rules.ts': uses('./order.ts'),
        'orders/order.ts': [uses('./rules.ts'), uses('node:fs')],
      }),
    ).toEqual([
      'contract/admin-api/operation.ts imports node:fs: a pure file imports pure files only, and that package is not pure',
      'earning/evaluate.ts imports node:crypto: a pure file imports pure files only, and that package is not pure',
      'earning/evaluate.ts imports earning/store.ts: a pure file imports pure files only, and that file asks the database',
      'orders/rules.ts imports orders/order.ts: a pure file imports pure files only, and that file uses node:fs',
    ])
  })
})

describe('files', () => {
  it('do not import each other in a circle, tests and benchmarks included', () => {
    const files = {
      'bench/a.ts': uses('./b.ts'),
      'bench/b.ts': usesType('./c.ts'),
      'bench/c.ts': uses('./a.ts'),
      'src/app/a.ts': uses('./b.ts'),
      'src/app/b.ts': '',
    }
    expect(findFileCycles(new Map(Object.entries(files)))).toEqual([
      'files in a circle: bench/a.ts → bench/b.ts → bench/c.ts → bench/a.ts',
    ])
  })
})
