/** What a merchant's backend sends of customers by themselves. */
import type { CustomerResult, UpsertCustomerResult } from '../../src/customers/private-api/schema.ts'
import type { EraseResult } from '../../src/erasing/private-api/schema.ts'
import type { MergeResult } from '../../src/merging/private-api/schema.ts'
import { type PageEnvelope, type ResultEnvelope, resultOf } from './answers.ts'
import type { Body, Shop } from './shop.ts'

export interface UpsertEnvelope extends ResultEnvelope<UpsertCustomerResult> {
  readonly Code: string
  readonly CodeName: string
  readonly Severity: number
  readonly HasWarning: boolean
}

export function createCustomer(shop: Shop, body: Body): Promise<ResultEnvelope<CustomerResult>> {
  return shop.sendText('POST', '/v1/pvt/Customer', JSON.stringify(body))
}

/** Fails where it was refused. */
export async function createdCustomer(shop: Shop, body: Body): Promise<CustomerResult> {
  return resultOf(await createCustomer(shop, body))
}

export function updateCustomer(shop: Shop, id: string, body: Body): Promise<ResultEnvelope<CustomerResult>> {
  return shop.sendText('PUT', `/v1/pvt/Customer/${encodeURIComponent(id)}`, JSON.stringify(body))
}

/** Fails where it was refused. */
export async function updatedCustomer(shop: Shop, id: string, body: Body): Promise<CustomerResult> {
  return resultOf(await updateCustomer(shop, id, body))
}

export function upsertCustomer(shop: Shop, body: Body): Promise<UpsertEnvelope> {
  return shop.sendText('POST', '/v1/pvt/Customer/upsert', JSON.stringify(body))
}

export function eraseCustomer(shop: Shop, id: string): Promise<ResultEnvelope<EraseResult>> {
  return shop.sendText('DELETE', `/v1/pvt/Customer/${encodeURIComponent(id)}`)
}

/** Fails where it was refused. */
export async function erasedCustomer(shop: Shop, id: string): Promise<EraseResult> {
  return resultOf(await eraseCustomer(shop, id))
}

export function mergeCustomer(
  shop: Shop,
  id: string,
  into: string,
  mergeKey = `${id} into ${into}`,
): Promise<ResultEnvelope<MergeResult>> {
  const body = JSON.stringify({ Into: into, MergeKey: mergeKey })
  return shop.sendText('POST', `/v1/pvt/Customer/${encodeURIComponent(id)}/merge`, body)
}

/** Fails where it was refused. */
export async function mergedCustomer(shop: Shop, id: string, into: string): Promise<MergeResult> {
  return resultOf(await mergeCustomer(shop, id, into))
}

export function findCustomers(shop: Shop, query: string): Promise<PageEnvelope<CustomerResult>> {
  return shop.sendText('GET', `/v1/pvt/Customer?${query}`)
}

/** The ids of those that are found; fails where it was refused. */
export async function foundCustomers(shop: Shop, query: Record<string, string>): Promise<string[]> {
  const { Items, ErrorMessages } = await findCustomers(shop, new URLSearchParams(query).toString())
  if (!Items) throw new Error(`refused: ${ErrorMessages}`)
  return Items.map(({ OriginalId }) => OriginalId)
}
