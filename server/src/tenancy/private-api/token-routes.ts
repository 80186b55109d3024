import { Type } from 'typebox'
import { forbidden, tooManyRequests, unavailable } from '../../contract/edge-error.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Locale, localeWanted } from '../../contract/locale.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable } from '../../contract/schema.ts'
import { CODES_BIT, TOKEN_SCOPES, type TokenScope, tokenScopeBits } from '../../contract/token-scope.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import { scopeBit } from '../key-scope.ts'
import type { KnownShop, KnownShops } from '../known-shops.ts'
import { type CustomerToken, type NewToken, sealNew, type TokenKind } from '../storefront-token.ts'
import type { Tenant } from '../tenant.ts'
import type { PrivateApi } from './protection.ts'
import {
  EXPIRES_IN,
  INCLUDED,
  type Included,
  LINK_EXPIRES_IN,
  LinkBody,
  LinkResult,
  RevokeBody,
  RevokeResult,
  TokenBody,
  TokenResult,
} from './token-schema.ts'

/** Who a token is for. */
export interface TokenCustomer {
  readonly customerId: CustomerId
  readonly isEnrolled: boolean
  /** Read with them, because it tells both. */
  readonly me: object
}

/** What a browser would ask with the token that is made. */
export interface InitialCall {
  readonly shop: KnownShop
  readonly tenant: Tenant
  readonly token: CustomerToken
  readonly locale: Locale
}

/** null: nothing is answered to this token, or the merchant has switched it off. */
type InitialOf = (call: InitialCall) => Promise<object | null>

export interface TokenRoutesOptions {
  readonly shops: KnownShops
  /** Counts one more token of a merchant, and says whether that is more than it may make. */
  readonly isTooMany: (tenantId: TenantId) => Promise<boolean>
  /** The real time, also for sandboxes. */
  readonly clock: Clock
  /** null: the merchant has no such customer. */
  readonly customerOf: (tenant: Tenant, customerKey: string) => Promise<TokenCustomer | null>
  readonly initialOf: Readonly<Record<Exclude<Included, 'me'>, InitialOf>>
  /** What someone sees whom the shop knows, and the program does not. */
  readonly initialOfProspect: Readonly<Partial<Record<Included, object>> & { me: object }>
  /** Since when tokens of the customer are refused; null: the merchant has no such customer. */
  readonly endTokensOf: (tenant: Tenant, customerKey: string) => Promise<Instant | null>
  /** Where customers open pages of shops; null: on the host of the request. */
  readonly publicUrl: string | null
  readonly onMint: (tenantId: TenantId, subject: CustomerId | string) => void
  readonly onShed: () => void
}

const minting: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }
const STATE = { member: 0, optedOut: 1, prospect: 2 } as const
/** All that someone can do who is no customer yet. */
const OF_PROSPECT: readonly TokenScope[] = ['read', 'join']

interface Wanted {
  readonly customerKey: string
  readonly scopes: readonly TokenScope[]
  readonly expiresInSeconds: number
  readonly include: readonly Included[]
}

export function tokenRoutes(api: PrivateApi, options: TokenRoutesOptions): void {
  revokeRoute(api, options)
  linkRoute(api, options)
  api.addSchema(TokenResult)
  api.post<{ Body: TokenBody }>(
    '/v1/pvt/Token',
    {
      // A key that only reads makes tokens that only read.
      config: { operation: minting, scope: 'read' },
      schema: {
        operationId: 'createToken',
        tags: ['Storefront'],
        summary: 'Make a token with which a browser reads for one customer',
        description:
          'Call it in your backend for the customer who is signed in there, and hand the token to their browser. ' +
          'Someone who is no customer yet gets one that can only join, while the switch `join` is on. A token ends ' +
          'after some minutes, and with the API key that made it.',
        body: TokenBody,
        response: { 200: ResultEnvelope(Type.Unsafe<TokenResult>(Type.Ref('CustomerToken#'))) },
      },
    },
    async ({ tenant, keyId, keyScopes, body, headers }) => {
      const wanted = readWanted(body)
      if (isRefusal(wanted)) return resultFailure(wanted)
      const isReadOnly = checkScopes(keyScopes, wanted.scopes)
      const shop = await admit(options, tenant)
      if (!shop) return resultFailure(IS_OFF)
      const locale = localeWanted(headers['accept-language']) ?? tenant.locale
      const made = await mint(options, shop, { ...wanted, keyId, isReadOnly, locale })
      return isRefusal(made) ? resultFailure(made) : resultEnvelope(made)
    },
  )
}

/** Whether the key only reads: then it makes what only reads. */
function checkScopes(keyScopes: number, wanted: readonly TokenScope[]): boolean {
  const isReadOnly = (keyScopes & scopeBit('write')) === 0
  if (isReadOnly && wanted.some((scope) => scope !== 'read')) {
    throw forbidden('This API key has not the scope “write”: it makes tokens with the scope “read” alone.')
  }
  return isReadOnly
}

/** null: the storefront is off. */
async function admit(
  { shops, isTooMany, onShed }: TokenRoutesOptions,
  { id }: Tenant,
): Promise<KnownShop | null> {
  const found = shops.ofTenant(id, `tenant ${id}`)
  const shop = found instanceof Promise ? await found : found
  if (!shop?.isOn) return null
  if (await isTooMany(id)) {
    onShed()
    throw tooManyRequests('More than 500 tokens in a second with the keys of this merchant.', 1)
  }
  return shop
}

function sealWith({ tenant, keys }: KnownShop, kind: TokenKind, now: Instant, token: NewToken) {
  const sealed = sealNew(kind, { tenantId: tenant.id, keys, now }, token)
  if (sealed) return sealed
  throw unavailable('The keys of this storefront can’t be opened here: set PUNCHCARD_SECRETS_KEY.')
}

/** A page of the program for one customer, for shops without a page of their own. */
function linkRoute(api: PrivateApi, options: TokenRoutesOptions): void {
  const { clock, customerOf, onMint, publicUrl } = options
  api.addSchema(LinkResult)
  api.post<{ Body: LinkBody }>(
    '/v1/pvt/Link',
    {
      config: { operation: minting, scope: 'read' },
      schema: {
        operationId: 'createLink',
        tags: ['Storefront'],
        summary: 'Make a link to the page of the program for one customer',
        description:
          'Call it in your backend for the customer who is signed in there, and send their browser to it. It can be ' +
          `opened until it expires. One that is good for longer than ${LINK_EXPIRES_IN.long} s may be sent to them: it only ` +
          'reads, and shows no coupon codes. It ends with the API key that made it, and with all tokens of the customer.',
        body: LinkBody,
        response: { 200: ResultEnvelope(Type.Unsafe<LinkResult>(Type.Ref('CustomerLink#'))) },
      },
    },
    async ({ tenant, keyId, keyScopes, body, protocol, host }) => {
      const wanted = readLink(body)
      if (isRefusal(wanted)) return resultFailure(wanted)
      checkScopes(keyScopes, wanted.scopes)
      const shop = await admit(options, tenant)
      if (!shop?.slug) return resultFailure(IS_OFF)
      const { customerKey, scopes, expiresInSeconds } = wanted
      const customer = isStorable(customerKey) ? await customerOf(tenant, customerKey) : null
      if (!customer) return resultFailure(noCustomer(customerKey))
      const codes = expiresInSeconds > LINK_EXPIRES_IN.long ? 0 : CODES_BIT
      const { text, token } = sealWith(shop, 'pl1', clock(), {
        subject: customer.customerId,
        scopes: tokenScopeBits(scopes) | codes,
        keyId,
        expiresInSeconds,
      })
      onMint(tenant.id, customer.customerId)
      return resultEnvelope({
        Url: `${publicUrl ?? `${protocol}://${host}`}/shop/${shop.slug}#l=${text}`,
        ExpiresAt: instantToText(token.expiresAt * 1_000),
      })
    },
  )
}

/** Ends what a browser may go on with: after a theft, or where a link got into wrong hands. */
function revokeRoute(api: PrivateApi, { endTokensOf }: TokenRoutesOptions): void {
  api.addSchema(RevokeResult)
  api.post<{ Body: RevokeBody }>(
    '/v1/pvt/Token/revoke',
    {
      config: { operation: minting },
      schema: {
        operationId: 'revokeTokens',
        tags: ['Storefront'],
        summary: 'End all tokens of a customer',
        description:
          'All that were made until now are refused at once, everywhere. Call it again to end those that were made ' +
          'meanwhile. New tokens can be made a second later. It works while the storefront is off, too.',
        body: RevokeBody,
        response: { 200: ResultEnvelope(Type.Unsafe<RevokeResult>(Type.Ref('RevokedTokens#'))) },
      },
    },
    async ({ tenant, body: { CustomerId: customerKey } }) => {
      if (isBlank(customerKey)) return resultFailure(BLANK_CUSTOMER)
      const since = isStorable(customerKey) ? await endTokensOf(tenant, customerKey) : null
      if (since === null) return resultFailure(noCustomer(customerKey))
      return resultEnvelope({ IsRevoked: true, Since: instantToText(since) })
    },
  )
}

function noCustomer(customerKey: string) {
  const message = `CustomerId: there is no customer with the id ${customerKey}.`
  return refusal('Customer_NotFound' as const, message, 'CustomerId')
}

const IS_OFF = refusal(
  'ApiDomain_NotFound' as const,
  'The storefront of this merchant is off: switch it on first.',
)

async function mint(
  options: TokenRoutesOptions,
  shop: KnownShop,
  wanted: Wanted & { readonly keyId: number; readonly isReadOnly: boolean; readonly locale: Locale },
): Promise<TokenResult | ApiRefusal> {
  const { clock, customerOf, onMint } = options
  const { customerKey, scopes, expiresInSeconds, include, keyId, isReadOnly, locale } = wanted
  const { tenant } = shop
  const customer = isStorable(customerKey) ? await customerOf(tenant, customerKey) : null
  if (!customer && !(shop.switches.join && isStorable(customerKey))) {
    return noCustomer(customerKey)
  }
  const ofProspect = isReadOnly ? (['read'] as const) : OF_PROSPECT
  const { text, token } = sealWith(shop, 'pc1', clock(), {
    subject: customer?.customerId ?? customerKey,
    scopes: tokenScopeBits(customer ? scopes : ofProspect) | CODES_BIT,
    keyId,
    expiresInSeconds,
  })
  const initial = await initialFor(options, customer, include, { shop, tenant, token, locale })
  onMint(tenant.id, token.subject)
  return {
    Token: text,
    ExpiresInSeconds: expiresInSeconds,
    ExpiresAt: instantToText(token.expiresAt * 1_000),
    State: customer ? (customer.isEnrolled ? STATE.member : STATE.optedOut) : STATE.prospect,
    Initial: initial,
  }
}

async function initialFor(
  { initialOf, initialOfProspect }: TokenRoutesOptions,
  customer: TokenCustomer | null,
  include: readonly Included[],
  call: InitialCall,
): Promise<TokenResult['Initial']> {
  if (include.length === 0) return null
  const answerOf = (name: Included): object | null | Promise<object | null> => {
    const ofProspect = customer ? undefined : initialOfProspect[name]
    if (ofProspect) return ofProspect
    return name === 'me' ? (customer?.me ?? null) : initialOf[name](call)
  }
  const answers = include.map(async (name) => [name, await answerOf(name)] as const)
  return Object.fromEntries(await Promise.all(answers))
}

function readWanted({ CustomerId, Scopes, ExpiresInSeconds, Include }: TokenBody): Wanted | ApiRefusal {
  if (isBlank(CustomerId)) return BLANK_CUSTOMER
  const scopes = readScopes(Scopes)
  if (isRefusal(scopes)) return scopes
  const include = namesOf(Include, INCLUDED)
  if (!include)
    return wrongField('General_FieldCannotBeDefault', 'Include', `must be of ${INCLUDED.join(', ')}.`)
  const expiresInSeconds = ExpiresInSeconds ?? EXPIRES_IN.usual
  const max = scopes.includes('redeem') ? EXPIRES_IN.withRedeem : EXPIRES_IN.max
  const refused = checkExpiry(expiresInSeconds, { min: EXPIRES_IN.min, max })
  return refused ?? { customerKey: CustomerId, scopes, expiresInSeconds, include }
}

function readLink({ CustomerId, Scopes, ExpiresInSeconds }: LinkBody): Omit<Wanted, 'include'> | ApiRefusal {
  if (isBlank(CustomerId)) return BLANK_CUSTOMER
  const scopes = readScopes(Scopes)
  if (isRefusal(scopes)) return scopes
  const expiresInSeconds = ExpiresInSeconds ?? LINK_EXPIRES_IN.usual
  const getsAround = scopes.every((scope) => scope === 'read' || scope === 'refer')
  const { min, max, long } = LINK_EXPIRES_IN
  if (!getsAround && expiresInSeconds > long && expiresInSeconds <= max) {
    const text = `must be at most ${long} with scopes other than read and refer.`
    return wrongField('Genaral_LengthLimitExceeded', 'ExpiresInSeconds', text)
  }
  const refused = checkExpiry(expiresInSeconds, { min, max })
  return refused ?? { customerKey: CustomerId, scopes, expiresInSeconds }
}

const BLANK_CUSTOMER = wrongField('General_FieldCannotBeNullOrBlank', 'CustomerId', 'is missing or blank.')

function readScopes(sent: readonly string[] | null | undefined): readonly TokenScope[] | ApiRefusal {
  const scopes = namesOf(sent, TOKEN_SCOPES)
  if (!scopes) {
    return wrongField('General_FieldCannotBeDefault', 'Scopes', `must be of ${TOKEN_SCOPES.join(', ')}.`)
  }
  return scopes.length === 0 ? ['read'] : scopes
}

function checkExpiry(
  seconds: number,
  { min, max }: { readonly min: number; readonly max: number },
): ApiRefusal | null {
  if (seconds >= min && seconds <= max) return null
  return wrongField('Genaral_LengthLimitExceeded', 'ExpiresInSeconds', `must be from ${min} to ${max}.`)
}

/** null: one of them is not known. */
function namesOf<Name extends string>(
  sent: readonly string[] | null | undefined,
  known: readonly Name[],
): readonly Name[] | null {
  const names = known.filter((name) => sent?.includes(name))
  return (sent ?? []).every((name) => (known as readonly string[]).includes(name)) ? names : null
}
