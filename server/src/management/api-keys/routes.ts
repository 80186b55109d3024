import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND, notPermitted } from '../../contract/admin-api/texts.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { invalid, isProblem, type Problem, problem } from '../../contract/problem.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { changesBetween } from '../../people/audit.ts'
import { type Clock, type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { KeyScope } from '../../tenancy/key-scope.ts'
import { isLive, makeKey, revokeKeyById, rotateKey } from '../../tenancy/manage/keys.ts'
import { needsTwoToErase } from '../../tenancy/settings.ts'
import { findStoredKey, listStoredKeys, type StoredKey } from '../../tenancy/store/keys.ts'
import { type ApiKeyAnswer, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './schema.ts'

const KIND = 'apiKey'
/** What changes points without an order is given on purpose. */
const USUAL_SCOPES: readonly KeyScope[] = ['read', 'write']
/** With these a key could go around other people's limits, so only owners give them; no token has this permission. */
const GIVEN_BY_OWNERS: readonly string[] = ['points', 'erase'] satisfies KeyScope[]
const MAY_GIVE_THEM = 'security.write'

export function apiKeyAdminRoutes(api: AdminApi, { clock }: { readonly clock: Clock }): void {
  api.read(listApiKeys, 'directory', async (tx, { tenant, query }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const rows = await listStoredKeys(tx, tenant.id, page)
    const now = clock()
    return {
      answer: pageOf(
        query,
        rows,
        ({ id }) => [id],
        (key) => present(key, now),
      ),
    }
  })

  api.write(createApiKey, 'directory', async (tx, { tenant, body, caller }) => {
    const list = new ProblemList()
    list.addIfBlank('/label', body.label)
    const expiresAt = list.readTime('/expiresAt', body.expiresAt)
    if (list.problems.length > 0) return invalid(list.problems)
    const scopes = body.scopes ?? USUAL_SCOPES
    const refused = problemOfScopes(scopes, caller)
    if (refused) return refused
    if (scopes.includes('erase') && needsTwoToErase(tenant)) return ERASING_NEEDS_APPROVAL
    const input = { label: body.label.trim(), scopes, expiresAt, createdBy: caller.actor.label }
    const made = await makeKey(tx, tenant, input, clock())
    if (isConfigRefusal(made)) return asProblem(tx, tenant.id, 0, made)
    const key = present(made.key, clock())
    return {
      answer: { key, secret: made.secret },
      audit: { target: targetOf(made.key), after: membersOf(made.key) },
    }
  })

  api.write(rotateApiKey, 'directory', async (tx, { tenant, params: { id }, body, caller }) => {
    const known = await findStoredKey(tx, tenant.id, id)
    if (!known) return NOT_FOUND
    const refused = problemOfScopes(known.scopes, caller)
    if (refused) return refused
    const now = clock()
    const by = caller.actor.label
    const rotated = await rotateKey(tx, tenant, id, { overlapHours: body.overlapHours, by, now })
    if (isConfigRefusal(rotated)) return asProblem(tx, tenant.id, id, rotated)
    const { key, secret, before, previous } = rotated
    return {
      answer: { key: present(key, now), secret, previous: present(previous, now) },
      audit: [
        { target: targetOf(previous), ...changesBetween(membersOf(before), membersOf(previous)) },
        { target: targetOf(key), after: membersOf(key), action: createApiKey.audit ?? KIND },
      ],
    }
  })

  api.write(revokeApiKey, 'directory', async (tx, { tenant, params: { id } }) => {
    const now = clock()
    const change = await revokeKeyById(tx, tenant.id, id, now)
    if (isConfigRefusal(change)) return asProblem(tx, tenant.id, id, change)
    const { before, after } = change
    const changes = changesBetween(before ? membersOf(before) : {}, membersOf(after))
    return {
      answer: present(after, now),
      audit: before === after ? null : { target: targetOf(after), ...changes },
    }
  })
}

function problemOfScopes(scopes: readonly string[], { permissions }: Caller): Problem | null {
  return scopes.some((scope) => GIVEN_BY_OWNERS.includes(scope)) && !permissions?.has(MAY_GIVE_THEM)
    ? notPermitted(MAY_GIVE_THEM)
    : null
}

const ERASING_NEEDS_APPROVAL = problem(
  'conflict',
  {
    en: 'Erasing needs a second approval here, so no API key can do it. Erase customers in the panel.',
    'pt-BR':
      'Aqui, apagar dados exige uma segunda aprovação; nenhuma chave de API pode fazer isso. Use o painel.',
    es: 'Aquí, borrar datos exige una segunda aprobación; ninguna clave de API puede hacerlo. Use el panel.',
  },
  { code: 'erasingNeedsApproval' },
)

function asProblem(tx: Tx, tenantId: TenantId, id: number, why: ConfigRefusal): Promise<Problem> {
  return problemOf(tx, why, { kind: KIND, id: String(id), place: 'directory', tenantId })
}

function targetOf({ id, label, token }: StoredKey) {
  return { kind: KIND, id: String(id), label: label || token }
}

/** For the audit. */
function membersOf({ token, label, scopes, expiresAt, revokedAt }: StoredKey) {
  return {
    token,
    label,
    scopes,
    expiresAt: instantToTextOrNull(expiresAt),
    revokedAt: instantToTextOrNull(revokedAt),
  }
}

function present(key: StoredKey, now: Instant): ApiKeyAnswer {
  return {
    id: key.id,
    token: key.token,
    label: key.label,
    scopes: [...key.scopes] as KeyScope[],
    createdAt: instantToText(key.createdAt),
    lastUsedAt: instantToTextOrNull(key.lastUsedAt),
    expiresAt: instantToTextOrNull(key.expiresAt),
    revokedAt: instantToTextOrNull(key.revokedAt),
    by: key.createdBy,
    state: isLive(key, now) ? 'live' : key.revokedAt === null ? 'expired' : 'revoked',
  }
}
