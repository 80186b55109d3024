import { decideProduct } from '../catalog/private-api/read.ts'
import { saveProduct } from '../catalog/store.ts'
import type { publishProgram } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import { decimalFromText } from '../platform/decimal.ts'
import type { Logger } from '../platform/log.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { QUESTION_TYPE } from '../quizzes/quiz.ts'
import { insertQuiz, type NewQuiz } from '../quizzes/store/quizzes.ts'
import { REWARD_TYPE } from '../rewards/reward-type.ts'
import { insertCouponList } from '../rewards/store/code-lists.ts'
import { insertReward } from '../rewards/store/rewards.ts'
import type { Cells } from '../tenancy/cells.ts'
import { createTenant } from '../tenancy/manage/tenants.ts'
import { findTenant, findTenantByName, renameTenant } from '../tenancy/store/tenants.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { addTiers } from '../tiers/commands.ts'
import type { NewTier } from '../tiers/store/tiers.ts'
import { GOAL_MEASURE } from '../tiers/tier.ts'
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
  const tenant = await makeMerchant(cells)
  const products = PRODUCTS.map(({ ProductCategory, ...product }) => product)
  const programs = { launch: LAUNCH_PROGRAM, current: PROGRAM }
  await makeHistory(cells, { ...options, tenant, products, programs })
  await directory.transaction([], (tx) => renameTenant(tx, tenant.id, NAME))
  return tenant.id
}

/** Everything but its history. Until it has that, it has another name: one that was cut off is not found again. */
async function makeMerchant(cells: Cells): Promise<Tenant> {
  const tenantId = await createTenant(cells, {
    name: `${NAME} (unfinished)`,
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    locale: 'pt-BR',
    isSandbox: false,
  })
  const tenant = await requireTenant(cells, tenantId)
  const { freeShipping } = await cells.of(tenant).transaction([tenantId], async (tx) => {
    await makeProducts(tx, tenantId)
    await insertQuiz(tx, tenantId, QUIZ)
    return makeRewards(tx, tenantId)
  })
  await addTiers(cells, tenant, tiersWith(freeShipping))
  // Read again: by now it is known to have tiers.
  return requireTenant(cells, tenantId)
}

async function requireTenant({ directory }: Cells, id: number): Promise<Tenant> {
  const tenant = await directory.read([], (tx) => findTenant(tx, id))
  if (!tenant) throw new Error(`tenant ${id} is gone right after it was made`)
  return tenant
}

/** 1 point per R$ 1, worth R$ 0.05 each and good for a year; double points for the house's own brand. */
const PROGRAM: Parameters<typeof publishProgram>[2] = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', name: '1 ponto por real', points: '1', validityDays: 365 },
    { id: 2, kind: 'brand', name: 'Aurora em dobro', ids: ['aurora'], multiplier: '2' },
    { id: 3, kind: 'quiz', name: 'Quiz', validityDays: 365 },
    { id: 4, kind: 'birthday', name: 'Aniversário', points: '30', validityDays: 60 },
  ],
}

/** In its first weeks every new customer was welcomed with points; later ones begin with what their order earns. */
const LAUNCH_PROGRAM: typeof PROGRAM = {
  ...PROGRAM,
  rules: [...PROGRAM.rules, { id: 5, kind: 'signup', name: 'Boas-vindas', points: '20', validityDays: 90 }],
}

/** No multiplier: who tries the API finds 1 point per R$ 1 also after a large order. */
function tiersWith(freeShippingId: number): NewTier[] {
  const spend = (value: string) => [
    { name: 'Compras em 12 meses', measure: GOAL_MEASURE.spend, value: decimalFromText(value) },
  ]
  return [
    { name: 'Bronze', order: 1, isBase: true, color: '#b08d57', identifier: 'bronze' },
    {
      name: 'Silver',
      order: 2,
      color: '#a7a9ac',
      identifier: 'silver',
      caption: 'R$ 500 em 12 meses',
      goals: spend('500'),
      benefits: [{ description: 'Um café da casa no seu aniversário' }],
    },
    {
      name: 'Gold',
      order: 3,
      color: '#d4af37',
      identifier: 'gold',
      caption: 'R$ 2.000 em 12 meses',
      goals: spend('2000'),
      benefits: [
        { description: 'Frete grátis com os seus pontos', rewardConfigurationId: freeShippingId },
        { description: 'A torra da semana antes de todo mundo' },
      ],
    },
  ]
}

async function makeRewards(tx: Tx, tenantId: number): Promise<{ freeShipping: number }> {
  await insertReward(tx, tenantId, {
    title: 'R$ 10 off',
    description: 'R$ 10 de desconto na próxima compra',
    type: REWARD_TYPE.fixedValue,
    value: decimalFromText('10'),
    points: decimalFromText('200'),
    couponValidDays: 30,
    codePrefix: 'DEZ',
  })
  await insertReward(tx, tenantId, {
    title: '10% off',
    description: '10% de desconto na próxima compra',
    type: REWARD_TYPE.percent,
    value: decimalFromText('10'),
    points: decimalFromText('150'),
    couponValidDays: 30,
    codePrefix: 'PCT',
  })
  const freeShipping = await insertReward(tx, tenantId, {
    title: 'Free shipping',
    description: 'Frete grátis na próxima compra',
    type: REWARD_TYPE.freeShipping,
    points: decimalFromText('100'),
    couponValidDays: 30,
    codePrefix: 'FRETE',
  })
  await insertReward(tx, tenantId, {
    title: 'Cashback',
    description: 'Use o seu cashback como desconto',
    type: REWARD_TYPE.cashback,
    couponValidDays: 30,
    codePrefix: 'CASH',
  })
  const mug = await insertReward(tx, tenantId, {
    title: 'Mug',
    description: 'Uma caneca do Café Aurora',
    usageInstructions: 'Mostre o código no balcão.',
    type: REWARD_TYPE.custom,
    points: decimalFromText('300'),
  })
  await insertCouponList(tx, tenantId, {
    name: 'Canecas',
    rewardId: mug,
    couponType: 4,
    codes: Array.from({ length: 20 }, (_, index) => `MUG-${String(index + 1).padStart(4, '0')}`),
  })
  await insertReward(tx, tenantId, {
    title: 'Old tote bag',
    description: 'Sacola da coleção anterior',
    type: REWARD_TYPE.custom,
    points: decimalFromText('250'),
    isActive: false,
  })
  return { freeShipping }
}

const QUIZ: NewQuiz = {
  name: 'Coffee or tea?',
  points: decimalFromText('50'),
  questions: [
    {
      text: 'Café ou chá?',
      type: QUESTION_TYPE.singleChoice,
      options: ['Café', 'Chá', 'Depende da hora'],
    },
    {
      text: 'Quando você toma?',
      type: QUESTION_TYPE.severalChoices,
      options: ['Ao acordar', 'No trabalho', 'Depois do almoço', 'À noite'],
    },
    { text: 'Como é a sua xícara perfeita?', type: QUESTION_TYPE.openText },
  ],
}

const AURORA = { OriginalId: 'aurora', Name: 'Aurora' }
const COFFEE = { OriginalId: 'coffee', Name: 'Cafés' }
const BEANS = { OriginalId: 'beans', Name: 'Grãos', ParentCategory: COFFEE }
const KITCHEN = { OriginalId: 'kitchen', Name: 'Cozinha' }

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

async function makeProducts(tx: Tx, tenantId: number): Promise<void> {
  for (const body of PRODUCTS) {
    const decision = decideProduct(body.OriginalId, body)
    if ('refusal' in decision) throw new Error(`demo product ${body.OriginalId}: ${decision.refusal.message}`)
    await saveProduct(tx, tenantId, decision.product)
  }
}
