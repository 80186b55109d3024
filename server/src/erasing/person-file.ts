/** All that is kept of one customer, as it is put into a file for them: page by page, for any number of orders. */
import { type FileSubject, findProfile, exported as ofAccounts } from '../accounts/customer-data.ts'
import type { ExportedList } from '../accounts/customer-data-kit.ts'
import { exported as ofActions } from '../actions/customer-data.ts'
import { exported as ofAwards } from '../awards/customer-data.ts'
import { exported as ofBalances } from '../balances/customer-data.ts'
import { exported as ofCards } from '../cards/customer-data.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { exported as ofCoupons } from '../coupons/customer-data.ts'
import { exported as ofImports } from '../imports/customer-data.ts'
import { exported as ofOrders } from '../orders/customer-data.ts'
import { exported as ofPeople } from '../people/customer-data.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { exported as ofQuizzes } from '../quizzes/customer-data.ts'
import { exported as ofReferrals } from '../referrals/customer-data.ts'
import { exported as ofRewards } from '../rewards/customer-data.ts'
import { exported as ofTerms } from '../terms/customer-data.ts'
import { exported as ofTiers } from '../tiers/customer-data.ts'
import { exported as ofWebhooks } from '../webhooks/customer-data.ts'
import type { ListName, PersonFile } from './person-file-schema.ts'
import { endOfFile, endOfList, headOfFile, headOfList, rowsOfList } from './person-file-text.ts'

/** In the order of the file. */
export const LISTS: { readonly [Name in ListName]: ExportedList<PersonFile[Name][number]> } = {
  merged: ofAccounts.merged,
  claims: ofAccounts.claims,
  ...ofOrders,
  ...ofRewards,
  ...ofCoupons,
  records: ofAccounts.records,
  ...ofBalances,
  ...ofActions,
  ...ofCards,
  ...ofAwards,
  ...ofReferrals,
  ...ofQuizzes,
  ...ofPeople,
  ...ofTerms,
  ...ofTiers,
  ...ofImports,
  ...ofWebhooks,
}

const NAMES = Object.keys(LISTS) as readonly ListName[]

export type ListCounts = Readonly<Partial<Record<ListName, number>>>

/** Where a file is between two pages, as JSON. */
export interface FilePlace {
  /** The list that is written; the number of lists: the file ends here. */
  readonly list: number
  /** Within it; null: before its first row. */
  readonly after: unknown
  /** Rows of each list that was begun. */
  readonly counts: ListCounts
}

export interface FilePage {
  readonly text: string
  readonly place: FilePlace
  readonly isLast: boolean
}

export interface FileOf {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly subject: FileSubject
}

/** At most `limit` rows behind a place, of as many lists as they are in; null: from the beginning. */
export async function pageOfPersonFile(
  tx: Tx,
  { tenantId, customerId, subject }: FileOf,
  from: FilePlace | null,
  limit: number,
): Promise<FilePage> {
  const whose = { tenantId, customerId, ids: subject.ids }
  let text = from ? '' : headOfFile(await profileOf(tx, { tenantId, customerId }))
  let { list, after, counts } = from ?? { list: 0, after: null, counts: {} }
  let left = limit
  for (let name = NAMES[list]; name !== undefined && left > 0; name = NAMES[list]) {
    const known = counts[name] ?? 0
    const page = await LISTS[name](tx, whose, { after, limit: left })
    if (counts[name] === undefined) text += headOfList(name)
    text += rowsOfList(page.rows, known)
    counts = { ...counts, [name]: known + page.rows.length }
    const isWhole = page.rows.length < left
    left -= page.rows.length
    if (isWhole) text += endOfList(known + page.rows.length)
    list += isWhole ? 1 : 0
    after = isWhole ? null : page.after
  }
  const isLast = list === NAMES.length
  return { text: isLast ? text + endOfFile() : text, place: { list, after, counts }, isLast }
}

async function profileOf(tx: Tx, whose: Pick<FileOf, 'tenantId' | 'customerId'>) {
  const profile = await findProfile(tx, whose)
  if (!profile) throw new Error(`customer ${whose.customerId} was there a moment ago`)
  return profile
}

export function rowsIn(counts: ListCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
