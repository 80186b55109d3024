import { TABLE_ROOMS } from './table-rooms.ts'

/** A table that the SQL of a file names. */
export interface TableUse {
  readonly file: string
  readonly table: string
  /** The room whose table it is. */
  readonly owner: string
  readonly isWrite: boolean
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|--[^\n]*/g
const TEMPLATE = /`(?:\\.|[^`\\])*`/g
const NAMED = /\b(delete\s+from|insert\s+into|update|from|join|using)\s+(?:only\s+)?([a-z_]+)\b/g
/** `table('customer_order')` of platform/postgres/columns.ts, which writes. */
const WRITER = /\btable\('([a-z_]+)'\)/g

/** The tables that a file names in its statements, each once. */
export function tableUsesOf(file: string, source: string): TableUse[] {
  const code = source.replace(COMMENT, ' ')
  const statements = [...code.matchAll(TEMPLATE)].flatMap(([text]) =>
    [...text.matchAll(NAMED)].map(([, verb = '', table = '']) => ({ table, isWrite: !READS.includes(verb) })),
  )
  const writers = [...code.matchAll(WRITER)].map(([, table = '']) => ({ table, isWrite: true }))
  const byTable = Map.groupBy([...statements, ...writers], ({ table }) => table)
  return [...byTable].flatMap(([table, uses]) => {
    if (!Object.hasOwn(TABLE_ROOMS, table)) return []
    const owner = TABLE_ROOMS[table as keyof typeof TABLE_ROOMS]
    return [{ file, table, owner, isWrite: uses.some(({ isWrite }) => isWrite) }]
  })
}

const READS = ['from', 'join', 'using']

interface Exception {
  readonly files: readonly string[]
  readonly tables: readonly string[]
  readonly why: string
}

/** Statements that read a table of a room that stands above theirs, or rests on it. */
export const READS_UPWARDS: readonly Exception[] = [
  {
    files: ['accounts/store/accounts.ts', 'accounts/store/lots.ts', 'accounts/verify.ts'],
    tables: ['redemption'],
    why: 'The till: a reservation is due as a lot is, and both are found with one statement.',
  },
  {
    files: ['accounts/verify.ts'],
    tables: ['customer_order', 'coupon'],
    why: 'Verification counts again what the row of a customer sums up, account by account.',
  },
  {
    files: ['accounts/collections/claims.ts'],
    tables: ['redemption', 'customer_order'],
    why: 'Taking a claim back depends on what the customer has bought and redeemed since.',
  },
  {
    files: ['events/store.ts'],
    tables: ['customer', 'point_record', 'point_origin'],
    why: 'Webhooks: an event keeps numbers only, and is read together with what they name.',
  },
  {
    files: ['events/verify.ts'],
    tables: ['customer', 'point_record'],
    why: 'Verification compares each event with the record and the customer that it names.',
  },
  {
    files: ['referrals/collections.ts'],
    tables: ['customer', 'customer_term', 'point_record'],
    why: 'A referral is of two accounts: who they are, and what each was given, is read with it.',
  },
  {
    files: ['referrals/store/referrals.ts'],
    tables: ['award', 'customer', 'point_record'],
    why: 'What came of a customer’s referrals, and the gift of a friend, by the keys of both.',
  },
  {
    files: ['referrals/store/list.ts'],
    tables: ['customer', 'point_record'],
    why: 'What those who referred got for the friends of some days, summed where the friends are counted.',
  },
  {
    files: ['coupons/collections/coupons.ts'],
    tables: ['redemption', 'customer_order'],
    why: 'The till: a coupon is loaded with what it was issued for and used for in one statement.',
  },
  {
    files: ['coupons/verify.ts'],
    tables: ['redemption', 'customer_order', 'reward_configuration'],
    why: 'Verification compares each coupon with what it was issued for and used for.',
  },
  {
    files: ['rewards/collections/redeemed-rewards.ts', 'rewards/store/redemption-list.ts'],
    tables: ['customer_order'],
    why: 'A redemption is shown with the order that used it, by the keys of both.',
  },
  {
    files: ['cards/store/records.ts', 'cards/store/listed.ts'],
    tables: ['customer_order'],
    why: 'Stamps are shown with the order that gave or took them, by the id in the store.',
  },
  {
    files: ['tiers/store/progress.ts'],
    tables: ['customer_order'],
    why: 'Goals count orders, up to a page of customers in one statement.',
  },
  {
    files: ['tiers/store/configuration.ts'],
    tables: ['reward_configuration'],
    why: 'A benefit of a tier may be a reward, and a reward may be for a tier: one of them has to look up.',
  },
  {
    files: ['customers/store/customers.ts'],
    tables: ['customer_order'],
    why: 'The figures of a customer: what was bought first, last and in all.',
  },
]

/** Statements that write tables of other rooms. */
export const WRITES_OF_OTHERS: readonly Exception[] = [
  {
    files: ['merging/store/join-cards.ts'],
    tables: ['award', 'stamp_card', 'stamp_record'],
    why: 'A merge makes one card of two, and renumbers their records and prizes.',
  },
  {
    files: ['merging/store/join-once.ts'],
    tables: ['consent', 'customer_claim', 'quiz_answer'],
    why: 'A merge renumbers the rows of one customer, whatever they are.',
  },
  {
    files: ['merging/store/join.ts'],
    tables: [
      'action_grant',
      'approval',
      'balance_change',
      'coupon',
      'customer',
      'customer_alias',
      'customer_note',
      'customer_order',
      'imported_progress',
      'limit_use',
      'lot_move',
      'order_elsewhere',
      'order_return',
      'point_origin',
      'point_record',
      'redemption',
      'tier_progress',
    ],
    why: 'A merge renumbers the rows of one customer, whatever they are.',
  },
  {
    files: ['imports/store/withdraw.ts'],
    tables: ['action_grant', 'customer', 'customer_count', 'tier_progress'],
    why: 'Undoing an import deletes customers whom it had made, with the little that they have.',
  },
  {
    files: ['customers/collections/customer-ids.ts'],
    tables: ['customer', 'customer_alias'],
    why: 'A new id is taken by the statement that finds out whether it is free.',
  },
  {
    files: [
      'rewards/collections/reward-usage.ts',
      'rewards/store/code-lists.ts',
      'rewards/store/codes-of-files.ts',
    ],
    tables: ['pre_generated_coupon', 'pre_generated_coupon_list'],
    why: 'Lists of codes are managed with the rewards that give them, and taken from by coupons.',
  },
  {
    files: ['rewards/store/list-configuration.ts'],
    tables: ['pre_generated_coupon_list'],
    why: 'A list of codes is configured with the reward that gives its codes.',
  },
  {
    files: ['rewards/store/uploads.ts'],
    tables: ['pre_generated_coupon'],
    why: 'Codes are uploaded for the reward that gives them.',
  },
  {
    files: ['operating/store/leaving.ts'],
    tables: ['tenant', 'tenant_home'],
    why: 'What a merchant leaves last, after everything else of it was deleted.',
  },
]
