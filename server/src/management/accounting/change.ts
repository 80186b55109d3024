import type { MonthClose } from '../../accounting/month-close.ts'
import type { Estimate } from '../../accounting/rules/post-month.ts'
import type { AccountingSettings } from '../../accounting/settings.ts'
import { saveAccountingSettings, saveEstimate } from '../../accounting/store/settings.ts'
import type { BodyOf } from '../../contract/admin-api/operation.ts'
import {
  type Change,
  type ConfigRefusal,
  conflict,
  whenChanged,
  wrong,
} from '../../contract/config-refusal.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import { localized } from '../../contract/locale.ts'
import { monthFromText } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Ledger } from './read-books.ts'
import type { changeAccounting, setEstimate } from './schema.ts'

/** Earlier months are one opening entry; more than ten years of open ones would not be looked at. */
const MONTHS_BACK_MAX = 120
const BREAKAGE_MAX = 9_500n

export async function changeSettings(
  tx: Tx,
  {
    tenant,
    body,
    expected,
    running,
  }: {
    readonly tenant: Tenant
    readonly body: BodyOf<typeof changeAccounting>
    readonly expected: number | null
    readonly running: Month
  },
  { settings, closes }: Ledger,
): Promise<Change<AccountingSettings> | ConfigRefusal> {
  const changed = whenChanged(expected, settings.version)
  if (changed) return changed
  const startsIn = body.startsIn === undefined ? settings.startsIn : (monthFromText(body.startsIn) ?? 0)
  const isOn = body.isOn ?? settings.isOn
  const problems = problemsOf({ startsIn, isOn, running })
  if (problems.length > 0) return wrong(problems)
  if (closes.length > 0 && startsIn !== settings.startsIn) return conflict(FIRST_STAYS, 'monthClosed')
  const after: AccountingSettings = {
    isOn,
    startsIn,
    closeDay: body.closeDay === undefined ? settings.closeDay : body.closeDay,
    accounts: { ...settings.accounts, ...body.accounts },
    version: settings.version + 1,
  }
  if (await saveAccountingSettings(tx, tenant.id, after)) return { before: settings, after }
  return { kind: 'config-refusal', why: 'changed', version: settings.version + 1 }
}

function problemsOf({
  startsIn,
  isOn,
  running,
}: {
  readonly startsIn: Month | null
  readonly isOn: boolean
  readonly running: Month
}): FieldProblem[] {
  if (startsIn === null) return isOn ? [{ pointer: '/startsIn', message: NO_FIRST }] : []
  const back =
    (Math.floor(running / 100) - Math.floor(startsIn / 100)) * 12 + (running % 100) - (startsIn % 100)
  if (back < 0) return [{ pointer: '/startsIn', message: IN_FUTURE }]
  return back > MONTHS_BACK_MAX ? [{ pointer: '/startsIn', message: TOO_EARLY }] : []
}

export async function changeEstimate(
  tx: Tx,
  tenant: Tenant,
  { since, running }: { readonly since: Month; readonly running: Month },
  body: BodyOf<typeof setEstimate>,
  { estimates, closes }: Ledger,
): Promise<Change<Estimate> | ConfigRefusal> {
  const breakage = decimalFromText(body.breakage)
  const pointWorth =
    body.pointWorth === null || body.pointWorth === undefined ? null : decimalFromText(body.pointWorth)
  const problems: FieldProblem[] = []
  if (breakage < 0n || breakage > BREAKAGE_MAX)
    problems.push({ pointer: '/breakage', message: BREAKAGE_BOUNDS })
  if (!isNear(since, running)) problems.push({ pointer: '/month', message: FAR_AWAY })
  if (pointWorth !== null && pointWorth <= 0n)
    problems.push({ pointer: '/pointWorth', message: WORTH_BOUNDS })
  if (problems.length > 0) return wrong(problems)
  if (isClosed(since, closes)) return conflict(MONTH_IS_CLOSED, 'monthClosed')
  const before = estimates.find((one) => one.since === since) ?? null
  const after = { since, breakage, pointWorth }
  await saveEstimate(tx, tenant.id, after)
  return { before, after }
}

export function isSameEstimate(one: Estimate, other: Estimate): boolean {
  return one.breakage === other.breakage && one.pointWorth === other.pointWorth
}

/** Months that entries can be asked for, and a year ahead: a mistyped year would hold for all of them. */
function isNear(month: Month, running: Month): boolean {
  return month <= running + 100 && month >= running - (100 * MONTHS_BACK_MAX) / 12
}

/** A closed month was computed with what was estimated then, and so is all that follows from it. */
function isClosed(month: Month, closes: readonly MonthClose[]): boolean {
  const last = closes.at(-1)
  return last !== undefined && month <= last.month
}

const NO_FIRST = localized(
  'Choose the first month before you turn accounting on.',
  'Escolha o primeiro mês antes de ativar a contabilidade.',
  'Elija el primer mes antes de activar la contabilidad.',
)
const IN_FUTURE = localized(
  'The first month can’t be in the future.',
  'O primeiro mês não pode estar no futuro.',
  'El primer mes no puede estar en el futuro.',
)
const TOO_EARLY = localized(
  'The first month can be 120 months ago at most. Earlier months become one opening entry.',
  'O primeiro mês pode ser há no máximo 120 meses. Os meses anteriores viram um lançamento de abertura.',
  'El primer mes puede ser como máximo hace 120 meses. Los meses anteriores forman un asiento de apertura.',
)
const FIRST_STAYS = localized(
  'A month is closed, so the first month can’t change any more.',
  'Já há um mês fechado, então o primeiro mês não pode mais mudar.',
  'Ya hay un mes cerrado, así que el primer mes ya no puede cambiar.',
)
const BREAKAGE_BOUNDS = localized(
  'The estimate is from 0% to 95% (in requests, 0 to 0.95).',
  'A estimativa vai de 0% a 95% (em requisições, de 0 a 0.95).',
  'La estimación va de 0 % a 95 % (en solicitudes, de 0 a 0.95).',
)
const WORTH_BOUNDS = localized(
  'A point is worth more than 0. Leave it out if it has no value in money.',
  'Um ponto vale mais que 0. Deixe em branco se não tiver valor em dinheiro.',
  'Un punto vale más que 0. Déjelo vacío si no tiene valor en dinero.',
)
const FAR_AWAY = localized(
  'Choose a month of the last ten years, or of the next twelve months.',
  'Escolha um mês dos últimos dez anos ou dos próximos doze meses.',
  'Elija un mes de los últimos diez años o de los próximos doce meses.',
)
const MONTH_IS_CLOSED = localized(
  'This month is closed. Set the estimate from the first open month on.',
  'Este mês está fechado. Defina a estimativa a partir do primeiro mês aberto.',
  'Este mes está cerrado. Defina la estimación desde el primer mes abierto.',
)
