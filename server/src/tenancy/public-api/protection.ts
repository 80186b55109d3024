import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '../../contract/ids.ts'
import { ProblemError } from '../../contract/problem.ts'
import type { PublicOperation } from '../../contract/public-api/operation.ts'
import {
  BAD_TOKEN,
  NOT_HERE,
  tooManyPublic,
  WRONG_ORIGIN,
  WRONG_SCOPE,
} from '../../contract/public-api/texts.ts'
import { type TokenScope, tokenScopeBit } from '../../contract/token-scope.ts'
import type { Clock } from '../../platform/clock.ts'
import { senderOf } from '../../platform/http/address.ts'
import { isKeyLive, type KnownShop, type KnownShops } from '../known-shops.ts'
import {
  BY_PERSON,
  type CustomerToken,
  opensTokens,
  openToken,
  readToken,
  type SealedToken,
} from '../storefront-token.ts'
import type { Exceeded, StorefrontLimits } from './limits.ts'

/** A browser may be so late with a token. */
const GRACE_SECONDS = 10
const BEARER = /^Bearer +(\S+)$/i

export interface ProtectionOptions {
  readonly shops: KnownShops
  readonly limits: StorefrontLimits
  /** The real time, also for sandboxes. */
  readonly clock: Clock
  /** Where this installation is, if not on the host that a request names. */
  readonly publicUrl: string | null
  readonly onShed: (why: Exceeded['who']) => void
  /** A browser asked from an origin that is not the shop's. */
  readonly onRefusedOrigin: (shop: KnownShop, origin: string) => void
}

export interface AdmittedCustomer {
  readonly shop: KnownShop
  readonly token: CustomerToken
}

/** Says of each request of a browser whose it is and whether it may. What it does not let in, it throws. */
export class StorefrontProtection {
  readonly #options: ProtectionOptions

  constructor(options: ProtectionOptions) {
    this.#options = options
  }

  /** A shop that is on, asked for by anyone. */
  async admitVisitor(request: FastifyRequest, slug: string): Promise<KnownShop> {
    const { shops, limits } = this.#options
    const sender = senderOf(request.ip ?? 'unknown')
    await this.#hold(limits.ofAddress(sender))
    const found = shops.ofSlug(slug, sender)
    const shop = found instanceof Promise ? await found : found
    if (!shop || !isServed(shop)) throw new ProblemError(NOT_HERE)
    await this.#hold(limits.ofShop(shop.tenant.id))
    return shop
  }

  /** A visitor's question for which the database has to be asked. */
  async admitUnknown(tenantId: TenantId): Promise<void> {
    await this.#hold(this.#options.limits.ofUnknown(tenantId))
  }

  /** A code of a friend that is no good: many of them are a search. */
  async holdBadCodes(sender: string): Promise<void> {
    await this.#hold(this.#options.limits.ofBadCodes(sender))
  }

  /** In this order: until it is known whose token it is, every reason to refuse it looks the same. */
  async admitCustomer(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: PublicOperation & { readonly access: TokenScope },
  ): Promise<AdmittedCustomer> {
    const { limits } = this.#options
    const admitted = await this.#tokenOf(request)
    if (!admitted) {
      await this.#hold(limits.ofAddress(senderOf(request.ip ?? 'unknown')))
      throw new ProblemError(BAD_TOKEN)
    }
    const { shop, token } = admitted
    if (!isServed(shop)) throw new ProblemError(NOT_HERE)
    this.#checkOrigin(request, reply, shop)
    if ((token.scopes & tokenScopeBit(operation.access)) === 0) throw new ProblemError(WRONG_SCOPE)
    await this.#hold(limits.ofCustomer(shop.tenant.id, token, operation.limit, operation.method !== 'GET'))
    return admitted
  }

  async #tokenOf({ headers: { authorization }, ip }: FastifyRequest): Promise<AdmittedCustomer | null> {
    const [, text] = BEARER.exec(authorization ?? '') ?? []
    const sealed = text === undefined ? null : readToken('pc1', text)
    if (!sealed) return null
    const found = this.#options.shops.ofTenant(sealed.tenantId, senderOf(ip ?? 'unknown'))
    const shop = found instanceof Promise ? await found : found
    const token = shop && this.#open(shop, sealed)
    return token ? { shop, token } : null
  }

  /** What a link of this shop says. One that is no good counts: many of them are a search. */
  async openLink(request: FastifyRequest, shop: KnownShop, link: string): Promise<CustomerToken> {
    const sealed = readToken('pl1', link)
    const opened = sealed?.tenantId === shop.tenant.id ? this.#open(shop, sealed) : null
    if (opened) return opened
    await this.#hold(this.#options.limits.ofBadLinks(senderOf(request.ip ?? 'unknown')))
    throw new ProblemError(BAD_TOKEN)
  }

  #open(shop: KnownShop, sealed: SealedToken): CustomerToken | null {
    const now = this.#options.clock()
    const key = shop.keys.find(({ number }) => number === sealed.keyNumber)
    if (!key || !opensTokens(key, sealed.kind, now)) return null
    const token = openToken(key, sealed)
    if (!token || now >= (token.expiresAt + GRACE_SECONDS) * 1_000) return null
    return token.keyId === BY_PERSON || isKeyLive(shop, token.keyId, now) ? token : null
  }

  /** A page of another address gets no answer that its script could read. Without the header it is no browser. */
  #checkOrigin(request: FastifyRequest, reply: FastifyReply, shop: KnownShop): void {
    const { origin } = request.headers
    if (origin === undefined) return
    if (!shop.origins.includes(origin) && origin !== this.#ownOrigin(request)) {
      this.#options.onRefusedOrigin(shop, origin)
      void reply.removeHeader('access-control-allow-origin')
      void reply.removeHeader('access-control-expose-headers')
      throw new ProblemError(WRONG_ORIGIN)
    }
    void reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
  }

  #ownOrigin({ protocol, host }: FastifyRequest): string {
    return this.#options.publicUrl ?? `${protocol}://${host}`
  }

  async #hold(outcome: Exceeded | null | Promise<Exceeded | null>): Promise<void> {
    const exceeded = outcome instanceof Promise ? await outcome : outcome
    if (!exceeded) return
    this.#options.onShed(exceeded.who)
    throw new ProblemError(tooManyPublic(exceeded.retryAfterSeconds))
  }
}

function isServed({ isOn, tenant }: KnownShop): boolean {
  return isOn && tenant.standing.state === 'active'
}
