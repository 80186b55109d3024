import type { Account } from '../../accounting/account.ts'
import type { EntryKind, JournalEntry, WordedEntry } from '../../accounting/journal.ts'
import { type Locale, type LocalizedText, localized } from '../../contract/locale.ts'
import { SOURCE, type Source } from '../../figures/rules/delta.ts'
import { monthToText } from '../../figures/rules/period.ts'
import type { Blocker } from './blockers.ts'

/** What accounts are called where the merchant has named none. */
const USUAL_NAMES: Readonly<Record<Account, LocalizedText>> = {
  revenue: localized('Revenue', 'Receita de vendas', 'Ingresos por ventas'),
  deferredRevenue: localized('Deferred revenue', 'Receita diferida', 'Ingresos diferidos'),
  marketingExpense: localized('Marketing expense', 'Despesa de marketing', 'Gastos de marketing'),
  provision: localized('Provision for points', 'Provisão para pontos', 'Provisión para puntos'),
  opening: localized('Opening balance', 'Saldo de abertura', 'Saldo de apertura'),
}

export function usualNames(locale: Locale): Readonly<Record<Account, string>> {
  return Object.fromEntries(
    Object.entries(USUAL_NAMES).map(([account, name]) => [account, name[locale]]),
  ) as Record<Account, string>
}

const SOURCES: Readonly<Record<Source, LocalizedText>> = {
  [SOURCE.sale]: localized('points earned with sales', 'pontos ganhos em vendas', 'puntos ganados en ventas'),
  [SOURCE.gift]: localized('points given without a sale', 'pontos dados sem venda', 'puntos dados sin venta'),
  [SOURCE.imported]: localized('imported points', 'pontos importados', 'puntos importados'),
}

const KINDS: Readonly<Record<EntryKind, (points: LocalizedText, month: string) => LocalizedText>> = {
  opening: (points) =>
    localized(
      `Opening balance: ${points.en} of earlier months`,
      `Saldo de abertura: ${points['pt-BR']} de meses anteriores`,
      `Saldo de apertura: ${points.es} de meses anteriores`,
    ),
  issued: (points, month) =>
    localized(
      `Issued: ${points.en}, ${month}`,
      `Emitidos: ${points['pt-BR']}, ${month}`,
      `Emitidos: ${points.es}, ${month}`,
    ),
  takenBack: (points, month) =>
    localized(
      `Taken back: ${points.en}, issued in ${month}`,
      `Retirados: ${points['pt-BR']}, emitidos em ${month}`,
      `Retirados: ${points.es}, emitidos en ${month}`,
    ),
  recognised: (points, month) =>
    localized(
      `Redeemed or expired: ${points.en}, issued in ${month}`,
      `Resgatados ou expirados: ${points['pt-BR']}, emitidos em ${month}`,
      `Canjeados o vencidos: ${points.es}, emitidos en ${month}`,
    ),
  estimate: (points, month) =>
    localized(
      `Change of estimate: ${points.en}, issued in ${month}`,
      `Mudança de estimativa: ${points['pt-BR']}, emitidos em ${month}`,
      `Cambio de estimación: ${points.es}, emitidos en ${month}`,
    ),
}

export function withTexts(entries: readonly JournalEntry[], locale: Locale): WordedEntry[] {
  return entries.map((entry) => {
    const { kind, source, vintage } = entry
    const text = KINDS[kind](SOURCES[source], vintage === null ? '' : monthToText(vintage))[locale]
    return { ...entry, text }
  })
}

/** Why a month can't be closed yet, and what to do. */
export const BLOCKER_TEXTS: Readonly<Record<Blocker, LocalizedText>> = {
  off: localized(
    'Accounting is off. Turn it on and choose the first month.',
    'A contabilidade está desativada. Ative-a e escolha o primeiro mês.',
    'La contabilidad está desactivada. Actívela y elija el primer mes.',
  ),
  running: localized(
    'The month is not over yet.',
    'O mês ainda não terminou.',
    'El mes todavía no ha terminado.',
  ),
  earlierMonth: localized(
    'An earlier month is still open. Close that one first.',
    'Um mês anterior ainda está aberto. Feche-o primeiro.',
    'Un mes anterior sigue abierto. Ciérrelo primero.',
  ),
  noEstimate: localized(
    'Set the estimate first: a closed month keeps the one that it was closed with.',
    'Defina a estimativa primeiro: um mês fechado fica com a que tinha ao fechar.',
    'Defina primero la estimación: un mes cerrado conserva la que tenía al cerrarse.',
  ),
  counting: localized(
    'The figures are being counted. Try again when that is done.',
    'Os números estão sendo calculados. Tente de novo quando terminar.',
    'Las cifras se están calculando. Inténtelo de nuevo cuando termine.',
  ),
  due: localized(
    'Points that became available or expired in this month are not settled yet. Check that the worker is running, then try again.',
    'Ainda há pontos que ficaram disponíveis ou expiraram neste mês e não foram liquidados. Verifique se o worker está em execução e tente de novo.',
    'Aún hay puntos que quedaron disponibles o vencieron este mes y no se han liquidado. Compruebe que el worker esté en marcha e inténtelo de nuevo.',
  ),
  behind: localized(
    'The figures are behind the ledger. Check that the worker is running, then try again.',
    'Os números estão atrasados em relação ao livro de pontos. Verifique se o worker está em execução e tente de novo.',
    'Las cifras van por detrás del libro de puntos. Compruebe que el worker esté en marcha e inténtelo de nuevo.',
  ),
  differs: localized(
    'The figures differ from the ledger. An operator can count them again with `punchcard figures rebuild`.',
    'Os números divergem do livro de pontos. Um operador pode recalculá-los com `punchcard figures rebuild`.',
    'Las cifras difieren del libro de puntos. Un operador puede recalcularlas con `punchcard figures rebuild`.',
  ),
}
