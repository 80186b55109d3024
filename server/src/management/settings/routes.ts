import { hasRecords } from '../../accounts/store/ledger.ts'
import { type ConfigRefusal, isConfigRefusal } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { Locale, LocalizedText } from '../../contract/locale.ts'
import { invalid, type Problem } from '../../contract/problem.ts'
import { presentWarnings } from '../../earning/admin-api/present.ts'
import { findFirstPublished } from '../../earning/store.ts'
import { hasOrders } from '../../orders/store.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import { isInNetworks } from '../../people/network.ts'
import { type Clock, type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import {
  type SettingsChange,
  changeSettings as saveChange,
  changeSecurity as saveSecurity,
} from '../../tenancy/manage/settings.ts'
import { warningsOfSettings } from '../../tenancy/rules/settings-warnings.ts'
import { isNetworkOfPeople, writeApprovals, writeSecurity, writeSettings } from '../../tenancy/settings.ts'
import { findFirstSteps } from '../../tenancy/store/first-steps.ts'
import {
  findTenantCreation,
  readSettingsVersion,
  type VersionedTenant,
} from '../../tenancy/store/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { hasDelivered } from '../../webhooks/store/attempts.ts'
import { changeSecurity, changeSettings, getChecklist, getSettings, type SettingsAnswer } from './schema.ts'

export interface SettingsRoutesOptions {
  readonly cells: Cells
  readonly clock: Clock
}

type StepsInCell = Awaited<ReturnType<typeof findStepsInCell>>

export function settingsAdminRoutes(api: AdminApi, options: SettingsRoutesOptions): void {
  const { cells, clock } = options
  const isSold = ({ tenant }: { readonly tenant: Tenant }) =>
    cells.of(tenant).read([tenant.id], (tx) => hasOrders(tx, tenant.id))

  api.read(
    getSettings,
    'directory',
    async (tx, { tenant, locale }, sold) => {
      const version = await readSettingsVersion(tx, tenant.id)
      return { answer: await present(tx, { tenant, version }, { isCurrencyFixed: sold, locale }), version }
    },
    isSold,
  )

  api.write(
    changeSettings,
    'directory',
    async (tx, { tenant, body, ifMatch, locale }, sold) => {
      const change = await saveChange(tx, tenant.id, body, { hasOrders: sold, expected: ifMatch, clock })
      return answerOf(tx, tenant.id, change, { isCurrencyFixed: sold, locale })
    },
    isSold,
  )

  api.write(
    changeSecurity,
    'directory',
    async (tx, { tenant, body, ifMatch, address, locale }, sold) => {
      const { allowedAddresses = [] } = body
      if (allowedAddresses.length > 0 && allowedAddresses.every(isNetworkOfPeople)) {
        // Who shuts themselves out can't undo it.
        if (!isInNetworks(address, allowedAddresses)) {
          return invalid([{ pointer: '/allowedAddresses', message: shutsOut(address) }])
        }
      }
      const change = await saveSecurity(tx, tenant.id, body, { now: clock(), expected: ifMatch })
      return answerOf(tx, tenant.id, change, { isCurrencyFixed: sold, locale })
    },
    isSold,
  )
  checklistRoute(api, cells)
}

function checklistRoute(api: AdminApi, cells: Cells): void {
  const stepsInCell = ({ tenant }: { readonly tenant: Tenant }) =>
    cells.of(tenant).read([tenant.id], (tx) => findStepsInCell(tx, tenant))
  const inDirectory = async (tx: Tx, { tenant }: { readonly tenant: Tenant }, inCell: StepsInCell) => {
    const { keyMadeAt, firstCallAt, shownAt } = await findFirstSteps(tx, tenant.id)
    const { publishedAt, hasPoints, hasReceivedWebhook } = inCell
    const at = (instant: Instant | null) => (instant === null ? null : instantToText(instant))
    const steps = [
      { step: 'keyMade' as const, isDone: keyMadeAt !== null, at: at(keyMadeAt) },
      { step: 'firstCall' as const, isDone: firstCallAt !== null, at: at(firstCallAt) },
      { step: 'programPublished' as const, isDone: publishedAt !== null, at: at(publishedAt) },
      { step: 'firstPoints' as const, isDone: hasPoints, at: null },
      { step: 'webhookReceived' as const, isDone: hasReceivedWebhook, at: null },
      { step: 'pointsShown' as const, isDone: shownAt !== null, at: at(shownAt) },
    ]
    return { answer: { steps, isDone: steps.every(({ isDone }) => isDone) } }
  }
  api.read(getChecklist, 'directory', inDirectory, stepsInCell)
}

/** Only whether there is anything at all, so it costs the same for the largest merchants. */
async function findStepsInCell(tx: Tx, { id }: Tenant) {
  const [publishedAt, hasPoints, hasReceivedWebhook] = await Promise.all([
    findFirstPublished(tx, id),
    hasRecords(tx, id),
    hasDelivered(tx, id),
  ])
  return { publishedAt, hasPoints, hasReceivedWebhook }
}

function shutsOut(address: string): LocalizedText {
  return {
    en: `Your own address ${address} is not among them: you would shut yourself out.`,
    'pt-BR': `Seu próprio endereço ${address} não está entre eles: você ficaria de fora.`,
    es: `Su propia dirección ${address} no está entre ellas: usted quedaría fuera.`,
  }
}

interface Presenting {
  readonly isCurrencyFixed: boolean
  readonly locale: Locale
}

async function present(
  tx: Tx,
  { tenant, version }: VersionedTenant,
  { isCurrencyFixed, locale }: Presenting,
): Promise<SettingsAnswer> {
  return {
    id: tenant.id,
    ...writeSettings(tenant),
    isCurrencyFixed,
    isSandbox: tenant.isSandbox,
    security: writeSecurity(tenant.settings),
    approvals: writeApprovals(tenant.settings),
    warnings: presentWarnings(warningsOfSettings(tenant.settings), locale),
    createdAt: instantToText(await findTenantCreation(tx, tenant.id)),
    version,
  }
}

interface Saved {
  readonly answer: SettingsAnswer
  readonly version: number
  readonly audit: AuditFacts | null
}

async function answerOf(
  tx: Tx,
  tenantId: TenantId,
  change: SettingsChange | ConfigRefusal,
  presenting: Presenting,
): Promise<Saved | Problem> {
  const subject = { kind: 'settings', id: String(tenantId) }
  if (isConfigRefusal(change)) return problemOf(tx, change, { ...subject, place: 'directory', tenantId })
  const { before, after } = change
  const members = ({ tenant }: VersionedTenant) => ({
    ...writeSettings(tenant),
    security: writeSecurity(tenant.settings),
    approvals: writeApprovals(tenant.settings),
  })
  const changes = changesBetween(before ? members(before) : {}, members(after))
  return {
    answer: await present(tx, after, presenting),
    version: after.version,
    audit: before === after ? null : { target: { ...subject, label: after.tenant.name }, ...changes },
  }
}
