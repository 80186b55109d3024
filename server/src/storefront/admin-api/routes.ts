import { createHash } from 'node:crypto'
import { type Change, type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf, type Subject } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { rotateStorefrontKey, storefrontOf } from '../../tenancy/manage/storefront.ts'
import type { StorefrontConfig } from '../../tenancy/store/storefront.ts'
import {
  readStorefrontUse,
  type StorefrontCount,
  type StorefrontUse,
} from '../../tenancy/store/storefront-use.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type Logo, shownContent } from '../content.ts'
import { logoPath } from '../logo-path.ts'
import { changeDomains, changeLogo, changeShown, contentOf, removeLogo } from '../manage.ts'
import { checkColours } from '../rules/appearance.ts'
import { changedAppearance } from '../rules/change-content.ts'
import { USUAL_TEXTS } from '../rules/words.ts'
import {
  changeLogo as changeLogoOperation,
  changeStorefront,
  changeStorefrontDomains,
  checkAppearance,
  type ElementFiles,
  getStorefront,
  listTexts,
  removeLogo as removeLogoOperation,
  rotateKey,
  type StorefrontAnswer,
  type StorefrontState,
} from './schema.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REFUSED_ORIGINS_MAX = 20

export interface StorefrontRoutesOptions {
  /** The real time, which keys of tokens go by. */
  readonly clock: Clock
  /** null: they were not built. */
  readonly elementFiles: ElementFiles | null
}

export function storefrontAdminRoutes(api: AdminApi, { clock, elementFiles }: StorefrontRoutesOptions): void {
  api.read(getStorefront, 'directory', async (tx, { tenant }) => {
    const config = await storefrontOf(tx, tenant.id)
    const since = Math.floor((clock() - DAY_MS) / HOUR_MS) * HOUR_MS
    const uses = await readStorefrontUse(tx, tenant.id, since)
    const shown = present(tenant, config)
    const answer = { ...shown, elements: elementFiles, ...presentUses(uses, config, since) }
    return { answer, version: config.version }
  })

  api.read(listTexts, 'directory', async () => ({
    answer: {
      items: USUAL_TEXTS.map(({ places, usual, ...text }) => ({
        ...text,
        places: [...places],
        usual: { ...usual },
      })),
    },
  }))

  api.read(checkAppearance, 'directory', async (tx, { tenant, body }) => {
    const before = contentOf(await storefrontOf(tx, tenant.id))
    const appearance = changedAppearance(before, body.appearance)
    const checks = checkColours(appearance)
    return { answer: { appearance, checks, passes: checks.every(({ passes }) => passes) } }
  })

  api.write(changeStorefront, 'directory', async (tx, { tenant, body, ifMatch }) => {
    const change = await changeShown(tx, tenant, body, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })

  api.write(changeLogoOperation, 'directory', async (tx, { tenant, body, digest, ifMatch }) => {
    const octets = body as unknown as Buffer
    if (
      !createHash('sha256')
        .update(octets)
        .digest()
        .equals(digest ?? Buffer.alloc(0))
    )
      return OTHER_OCTETS
    const change = await changeLogo(tx, tenant.id, octets, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })

  api.write(removeLogoOperation, 'directory', async (tx, { tenant, ifMatch }) => {
    const change = await removeLogo(tx, tenant.id, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })

  api.write(rotateKey, 'directory', async (tx, { tenant, body: { now = false } }) => {
    const rotated = await rotateStorefrontKey(tx, tenant.id, { now: clock(), endsNow: now })
    if (isConfigRefusal(rotated))
      return rotated.why === 'missing' ? NEVER_ON : problemOf(tx, rotated, subjectOf(tenant))
    const { number: key } = rotated
    return {
      answer: { key },
      audit: { target: targetOf(tenant), before: { key: key - 1 }, after: { key, endsFormerNow: now } },
    }
  })

  api.write(changeStorefrontDomains, 'directory', async (tx, { tenant, body, ifMatch }) => {
    const change = await changeDomains(tx, tenant, body, { expected: ifMatch, now: clock() })
    return answerOf(tx, tenant, change)
  })
}

function presentUses(
  uses: readonly StorefrontUse[],
  { origins }: StorefrontConfig,
  since: Instant,
): Pick<StorefrontState, 'use' | 'refusedOrigins'> {
  const sum = (wanted: StorefrontCount) => uses.find(({ what }) => what === wanted)?.count ?? 0
  const [mints, visits] = [sum('mints'), sum('visits')]
  const refused = uses.filter(({ what, origin }) => what === 'refused' && !origins.includes(origin))
  return {
    use: {
      ...{
        since: instantToText(since),
        requests: sum('requests'),
        notModified: sum('notModified'),
        mints,
        visits,
      },
      mintsPerVisit: visits === 0 ? null : Math.round((mints / visits) * 100) / 100,
    },
    refusedOrigins: refused.slice(0, REFUSED_ORIGINS_MAX).map(({ origin, count }) => ({ origin, count })),
  }
}

function presentLogo(slug: string | null, logo: Logo | null): StorefrontAnswer['logo'] {
  if (logo === null) return null
  const { hash, type, width, height } = logo
  return { url: slug === null ? null : logoPath(slug, hash), type, width, height }
}

function present(tenant: Tenant, config: StorefrontConfig): StorefrontAnswer {
  const { isOn, slug, origins, version } = config
  const { programName, appearance, switches, words, links, logo, referralUrl, hiddenRules } = shownContent(
    contentOf(config),
    tenant.name,
  )
  return {
    ...{ isOn, slug, origins: [...origins], programName, version },
    links: { ...links },
    referralUrl,
    appearance: { ...appearance },
    switches: { ...switches },
    words: { ...words },
    logo: presentLogo(slug, logo),
    hiddenRules: [...hiddenRules],
  }
}

interface Saved {
  readonly answer: StorefrontAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  tenant: Tenant,
  change: Change<StorefrontConfig> | ConfigRefusal,
): Promise<Saved | Problem> {
  if (isConfigRefusal(change)) {
    return problemOf(tx, change, subjectOf(tenant))
  }
  const { before, after } = change
  const members = (config: StorefrontConfig) => {
    const { version: _, ...told } = present(tenant, config)
    return told
  }
  const changes = changesBetween(before ? members(before) : {}, members(after))
  return {
    answer: present(tenant, after),
    version: after.version,
    audit: before === after ? null : { target: targetOf(tenant), ...changes },
  }
}

function targetOf({ id, name }: Tenant) {
  return { kind: 'storefront', id: String(id), label: name }
}

function subjectOf(tenant: Tenant): Subject {
  return { ...targetOf(tenant), place: 'directory', tenantId: tenant.id }
}

const NEVER_ON = problem(
  'conflict',
  localized(
    'There is no key yet: switch the storefront on first.',
    'Ainda não há chave: ligue primeiro a vitrine.',
    'Aún no hay clave: active primero la vitrina.',
  ),
  { code: 'storefrontOff' },
)

const OTHER_OCTETS = invalid([
  {
    pointer: '',
    message: localized(
      'The picture has another hash than Content-Digest says: send it again.',
      'A imagem tem outro hash que o de Content-Digest: envie-a novamente.',
      'La imagen tiene otro hash que el de Content-Digest: envíela de nuevo.',
    ),
  },
])
