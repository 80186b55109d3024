import { readFile } from 'node:fs/promises'
import { decideProduct } from '../catalog/private-api/read.ts'
import { saveProduct } from '../catalog/store.ts'
import type { TenantId } from '../contract/ids.ts'
import type { ProgramContent } from '../earning/program-json.ts'
import { withLocalClient } from '../management/client.ts'
import type { Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { ProgramFile } from '../program-file/file.ts'
import { applyProgramFile } from '../program-file/schema.ts'
import { readProgramText } from '../program-file/yaml.ts'
import { couponTypeOf } from '../rewards/reward-type.ts'
import { insertCouponList } from '../rewards/store/code-lists.ts'
import { listConfiguredRewards } from '../rewards/store/configuration.ts'
import type { Cells } from '../tenancy/cells.ts'
import { createTenant } from '../tenancy/manage/tenants.ts'
import { findTenant, findTenantByName, renameTenant } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { makeHistory } from './history.ts'

const NAME = 'Café Aurora'

export interface DemoOptions {
  readonly now: Instant
  readonly log: Logger
  /** Told of the beginning of its history, as step 0, and of every step that is done. */
  readonly onStep?: (step: number) => void
}

/** The merchant of `punchcard dev`: found, or made with something true to show on every screen. */
export async function ensureDemoMerchant(cells: Cells, options: DemoOptions): Promise<number> {
  const { directory } = cells
  const known = await directory.read([], (tx) => findTenantByName(tx, NAME))
  if (known !== null) return known
  const configuration = await readConfiguration()
  const tenant = await makeMerchant(cells, configuration)
  const products = PRODUCTS.map(({ ProductCategory, ...product }) => product)
  const current = await withRewards(cells, tenant, configuration.program as unknown as ProgramContent)
  const programs = { launch: launchOf(current), current }
  await makeHistory(cells, { ...options, tenant, products, programs })
  await directory.transaction([], (tx) => renameTenant(tx, tenant.id, NAME))
  return tenant.id
}

/** Everything but its history. Until it has that, it has another name: one that was cut off is not found again. */
async function makeMerchant(cells: Cells, configuration: ProgramFile): Promise<Tenant> {
  const tenantId = await createTenant(cells, {
    name: `${NAME} (unfinished)`,
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    locale: 'pt-BR',
    isSandbox: false,
  })
  const tenant = await requireTenant(cells, tenantId)
  const database = cells.of(tenant)
  await database.transaction([tenantId], (tx) => makeProducts(tx, tenantId))
  // The program comes with the history: it was published a year ago.
  const { program: _, ...file } = configuration
  await withLocalClient(cells, tenantId, (client) => client.call(applyProgramFile, { file }))
  await database.transaction([tenantId], (tx) => makeMugs(tx, tenantId))
  // Read again: by now it is known to have tiers.
  return requireTenant(cells, tenantId)
}

/** The codes of a list are facts, and no part of a file. */
async function makeMugs(tx: Tx, tenantId: TenantId): Promise<void> {
  const rewards = await listConfiguredRewards(tx, tenantId, {}, { afterId: 0, limit: 100 })
  const mug = rewards.find(({ key }) => key === 'mug')
  if (!mug) throw new Error('the demo merchant has no mugs')
  await insertCouponList(tx, tenantId, {
    name: 'Canecas',
    rewardId: mug.id,
    couponType: couponTypeOf(mug.settings.type),
    codes: Array.from({ length: 20 }, (_, index) => `MUG-${String(index + 1).padStart(4, '0')}`),
  })
}

async function readConfiguration(): Promise<ProgramFile & Required<Pick<ProgramFile, 'program'>>> {
  const text = await readFile(new URL('./cafe-aurora.yaml', import.meta.url), 'utf8')
  return readProgramText(text) as ProgramFile & Required<Pick<ProgramFile, 'program'>>
}

async function requireTenant({ directory }: Cells, id: number): Promise<Tenant> {
  const tenant = await directory.read([], (tx) => findTenant(tx, id))
  if (!tenant) throw new Error(`tenant ${id} is gone right after it was made`)
  return tenant
}

/** A file names rewards by their keys, and a program that is published by their numbers. */
async function withRewards(cells: Cells, tenant: Tenant, program: ProgramContent): Promise<ProgramContent> {
  const rewards = await cells
    .of(tenant)
    .read([tenant.id], (tx) => listConfiguredRewards(tx, tenant.id, {}, { afterId: 0, limit: 100 }))
  const numbers = new Map(rewards.map(({ key, id }) => [key, String(id)]))
  const rules = program.rules.map((rule) => {
    if (!('reward' in rule) || rule.reward === undefined) return rule
    const reward = numbers.get(rule.reward)
    if (reward === undefined) throw new Error(`the demo merchant has no reward ${rule.reward}`)
    return { ...rule, reward }
  })
  return { ...program, rules }
}

/**
 * In its first weeks every new customer was welcomed with points; later ones begin with what their order earns, and
 * collect stamps for their espressos.
 */
function launchOf(program: ProgramContent): ProgramContent {
  const welcome = { id: 5, kind: 'signup', name: 'Boas-vindas', points: '20', validityDays: 90 } as const
  return { ...program, rules: [...program.rules.filter(({ kind }) => kind !== 'card'), welcome] }
}

const AURORA = { OriginalId: 'aurora', Name: 'Aurora' }
const COFFEE = { OriginalId: 'coffee', Name: 'Cafés' }
const BEANS = { OriginalId: 'beans', Name: 'Grãos', ParentCategory: COFFEE }
const KITCHEN = { OriginalId: 'kitchen', Name: 'Cozinha' }
const GIFT_CARDS = { OriginalId: 'gift-card', Name: 'Vale-presente' }

const PRODUCTS = [
  {
    OriginalId: 'espresso',
    Title: 'Espresso',
    ProductPrice: 8.5,
    ProductBrand: null,
    ProductCategory: COFFEE,
  },
  {
    OriginalId: 'beans-250',
    Title: 'Grãos Aurora 250 g',
    ProductPrice: 39.9,
    ProductBrand: AURORA,
    ProductCategory: BEANS,
  },
  {
    OriginalId: 'beans-1000',
    Title: 'Grãos Aurora 1 kg',
    ProductPrice: 129,
    ProductBrand: AURORA,
    ProductCategory: BEANS,
  },
  { OriginalId: 'mug', Title: 'Caneca', ProductPrice: 49.9, ProductBrand: null, ProductCategory: KITCHEN },
  {
    OriginalId: 'press',
    Title: 'Prensa francesa',
    ProductPrice: 189,
    ProductBrand: null,
    ProductCategory: KITCHEN,
  },
]

/** For sale from today on: no demo customer has bought one, so their balances don't depend on it. */
const GIFT_CARD = {
  OriginalId: 'gift-card-50',
  Title: 'Vale-presente R$ 50',
  ProductPrice: 50,
  ProductBrand: null,
  ProductCategory: GIFT_CARDS,
}

async function makeProducts(tx: Tx, tenantId: TenantId): Promise<void> {
  for (const body of [...PRODUCTS, GIFT_CARD]) {
    const decision = decideProduct(body.OriginalId, body)
    if ('refusal' in decision) throw new Error(`demo product ${body.OriginalId}: ${decision.refusal.message}`)
    await saveProduct(tx, tenantId, decision.product)
  }
}
