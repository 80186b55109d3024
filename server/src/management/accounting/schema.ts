import { type Static, Type } from 'typebox'
import { ACCOUNTS } from '../../accounting/account.ts'
import { ENTRY_KINDS } from '../../accounting/journal.ts'
import { Body } from '../../contract/admin-api/body.ts'
import { operation } from '../../contract/admin-api/operation.ts'
import { Decimal, Moment, Words } from '../../contract/admin-api/schema.ts'
import { Nullable } from '../../contract/schema.ts'
import { BLOCKERS } from './blockers.ts'

const MonthText = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
    maxLength: 7,
    description,
    examples: ['2026-10'],
  })

const AccountName = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Its name in your books.',
    }),
    code: Type.String({ maxLength: 30, description: 'Its code in your books, like `4010`; empty: none.' }),
  },
  { additionalProperties: false, description: 'An account as your books name it.' },
)

const accountsOf = (isSent: boolean) =>
  Object.fromEntries(
    ACCOUNTS.map((account) => [account, isSent ? Type.Optional(AccountName) : AccountName]),
  ) as Record<(typeof ACCOUNTS)[number], typeof AccountName>

const CloseDay = Type.Integer({
  minimum: 1,
  maximum: 15,
  description: 'On which day of the next month a month closes by itself.',
})

const breakage = Decimal(
  'The part of the points that you don’t expect to be redeemed, from 0 to 0.95: `0.2` is 20%.',
)
const pointWorth = Nullable(
  Decimal('What a point is worth in money, for months whose points have no cashback; null: nothing.'),
)

const AccountingAnswer = Type.Object({
  isOn: Type.Boolean({ description: 'Whether entries are proposed and months can be closed.' }),
  startsIn: Nullable(
    MonthText('The first month with entries. What earlier months come to is one opening entry.'),
  ),
  closeDay: Nullable(CloseDay),
  accounts: Type.Object(accountsOf(false), { description: 'How the five accounts are called.' }),
  estimates: Type.Array(
    Type.Object({ since: MonthText('The first month that it is for.'), breakage, pointWorth }),
    { description: 'What is expected, the first month first.' },
  ),
  ended: Nullable(
    Type.Object(
      {
        breakage: Decimal('The part of them that was not redeemed.'),
        points: Decimal('How many points that is the experience of.'),
      },
      { description: 'The months of which nothing is open any more; null: there are none yet.' },
    ),
  ),
  version: Type.Integer({ description: 'As in the ETag.' }),
})
export type AccountingAnswer = Static<typeof AccountingAnswer>

const Money = (description: string) =>
  Type.Object(
    {
      points: Decimal('Points.'),
      worth: Decimal('What they were worth in money when they were recorded.'),
    },
    { description },
  )

const MonthState = Words(
  ['running', 'open', 'closed'] as const,
  '`running`: not over yet. `open`: over, and can be closed once nothing is in the way. `closed`: it never changes.',
)

const Liabilities = Type.Object(
  {
    deferredRevenue: Decimal('Deferred for points earned with sales.'),
    provision: Decimal('Provided for points given without a sale, and for imported ones.'),
  },
  { description: 'What is put aside at the end of the month.' },
)

const MonthRow = Type.Object({
  month: MonthText('The month.'),
  state: MonthState,
  closedAt: Nullable(Moment('When it was closed.')),
  closedBy: Nullable(Type.String({ description: 'Who closed it.' })),
  left: Nullable(Liabilities),
})

const MonthsAnswer = Type.Object({
  counting: Type.Boolean({
    description: 'The figures are being counted for the first time: open months have no sums yet.',
  }),
  currency: Type.String({ description: 'The currency of all amounts.' }),
  items: Type.Array(MonthRow, {
    description: 'From the running month back to the first one; while accounting is off, the closed ones.',
  }),
})
export type MonthsAnswer = Static<typeof MonthsAnswer>

const Entry = Type.Object({
  kind: Words(ENTRY_KINDS, 'What it is about.'),
  vintage: Nullable(
    MonthText('The month in which the points were issued; null: all months before the first.'),
  ),
  debit: Words(ACCOUNTS, 'The account that is debited.'),
  credit: Words(ACCOUNTS, 'The account that is credited.'),
  amount: Decimal('How much, in the merchant’s currency.'),
  text: Type.String({
    description: 'What it says in the journal: of a closed month in the language that it was closed in.',
  }),
  reference: Type.String({
    description:
      'Of a closed month it stays the same, so that a second import into your books can be refused.',
    examples: ['punchcard:1:2026-10:3'],
  }),
})

const VintageRow = Type.Object({
  month: MonthText('The month in which the points were issued.'),
  source: Words(['sale', 'gift', 'imported'] as const, 'What they were given for.'),
  deferred: Decimal('Put aside for them in all.'),
  takenBack: Decimal('Of that, for points that were taken back.'),
  recognised: Decimal('Of that, recognised so far.'),
  left: Decimal('Still put aside.'),
})

const MonthAnswer = Type.Object({
  month: MonthText('The month.'),
  state: MonthState,
  isPreliminary: Type.Boolean({ description: 'Whether it may still change.' }),
  blocker: Nullable(
    Type.Object(
      {
        code: Words(BLOCKERS, 'For code.'),
        text: Type.String({ description: 'What is in the way, and what to do.' }),
      },
      { description: 'Why it can’t be closed now; null: it can, or is closed.' },
    ),
  ),
  closedAt: Nullable(Moment('When it was closed.')),
  closedBy: Nullable(Type.String({ description: 'Who closed it.' })),
  hash: Nullable(
    Type.String({
      description:
        'SHA-256 of what is kept of the closed month. It never changes, and is the same if the month is closed again from the same ledger after a restore.',
    }),
  ),
  currency: Type.String({ description: 'The currency of all amounts.' }),
  breakage,
  pointWorth,
  sum: Type.Object(
    {
      start: Money('Open at the start.'),
      late: Money('Dated in a month that was closed before it arrived.'),
      issued: Money('Points that became available.'),
      imported: Money('Balances brought from another system.'),
      redeemed: Money('Redeemed, less refunded.'),
      expired: Money('Expired, or ended with an erased customer.'),
      takenBack: Money('Taken back.'),
      end: Money('Open at the end.'),
    },
    {
      description:
        'What the month is reconciled with: start + late + issued + imported − redeemed − expired − taken back = end. `late` is dated in a month that was closed before it arrived.',
    },
  ),
  entries: Type.Array(Entry, { description: 'The proposed entries.' }),
  vintages: Type.Array(VintageRow, { description: 'What they follow from, by month of issue.' }),
  left: Liabilities,
  accounts: Type.Object(accountsOf(false), { description: 'How the five accounts are called.' }),
})
export type MonthAnswer = Static<typeof MonthAnswer>

const monthParams = Type.Object({ month: MonthText('The month.') })

export const getAccounting = operation({
  id: 'accounting.get',
  summary: 'Read the accounting settings',
  method: 'GET',
  path: '/tenants/:tenant/accounting',
  permission: 'accounting.read',
  weight: 'heavy',
  answer: AccountingAnswer,
})

export const changeAccounting = operation({
  id: 'accounting.change',
  summary: 'Change the accounting settings',
  method: 'PATCH',
  path: '/tenants/:tenant/accounting',
  permission: 'accounting.close',
  weight: 'heavy',
  confirm: true,
  audit: 'accounting.update',
  ifMatch: true,
  body: Body({
    isOn: Type.Optional(
      Type.Boolean({ description: 'Whether entries are proposed and months can be closed.' }),
    ),
    startsIn: Type.Optional(MonthText('The first month with entries. It stays once a month is closed.')),
    closeDay: Type.Optional(Nullable(CloseDay)),
    accounts: Type.Optional(
      Body(
        accountsOf(true) as Record<string, ReturnType<typeof Type.Optional<typeof AccountName>>>,
        'Those to rename.',
      ),
    ),
  }),
  answer: AccountingAnswer,
})

export const setEstimate = operation({
  id: 'accounting.setEstimate',
  summary: 'Set what is not expected to be redeemed, from a month on',
  method: 'PUT',
  path: '/tenants/:tenant/accounting/estimates/:month',
  permission: 'accounting.close',
  weight: 'heavy',
  confirm: true,
  audit: 'estimate.set',
  params: monthParams,
  body: Body({ breakage, pointWorth: Type.Optional(pointWorth) }),
  answer: AccountingAnswer,
})

export const listMonths = operation({
  id: 'accounting.listMonths',
  summary: 'List the months of accounting',
  method: 'GET',
  path: '/tenants/:tenant/accounting/months',
  permission: 'accounting.read',
  weight: 'heavy',
  answer: MonthsAnswer,
})

export const getMonth = operation({
  id: 'accounting.getMonth',
  summary: 'Read a month with its entries and what they follow from',
  method: 'GET',
  path: '/tenants/:tenant/accounting/months/:month',
  permission: 'accounting.read',
  weight: 'heavy',
  params: monthParams,
  answer: MonthAnswer,
})

export const closeMonthOperation = operation({
  id: 'accounting.closeMonth',
  summary: 'Close a month for good',
  method: 'POST',
  path: '/tenants/:tenant/accounting/months/:month/close',
  permission: 'accounting.close',
  weight: 'heavy',
  confirm: true,
  audit: 'month.close',
  params: monthParams,
  answer: MonthAnswer,
})

const JournalLine = Type.Object({
  date: Type.String({ format: 'date', description: 'The last day of the month.' }),
  entry: Type.Integer({ description: 'The number of the entry; its debits equal its credits.' }),
  account: Type.String({ description: 'The code of the account in your books.' }),
  accountName: Type.String({ description: 'Its name.' }),
  debit: Nullable(Decimal('Debited.')),
  credit: Nullable(Decimal('Credited.')),
  vintage: Nullable(MonthText('The month in which the points were issued.')),
  text: Type.String({ description: 'What it is about.' }),
  reference: Type.String({ description: 'Of the entry. Of a closed month it stays the same.' }),
  status: Words(['closed', 'preliminary'] as const, '`preliminary`: the month is open, so it may change.'),
})
export type JournalLine = Static<typeof JournalLine>

export const getJournal = operation({
  id: 'accounting.getJournal',
  summary: 'Read the journal of a month',
  method: 'GET',
  path: '/tenants/:tenant/accounting/months/:month/journal',
  permission: 'accounting.read',
  weight: 'heavy',
  params: monthParams,
  answer: Type.Object({
    lines: Type.Array(JournalLine, { description: 'Two lines for each entry.' }),
    csv: Type.String({ description: 'The same as CSV, ready to be saved as a file.' }),
  }),
})
