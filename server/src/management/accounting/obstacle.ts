import { type LocalizedText, localized } from '../../contract/locale.ts'
import { type Problem, problem } from '../../contract/problem.ts'
import { seesPersons } from '../../customers/admin-api/present.ts'
import { SERIES, type Series } from '../../figures/rules/delta.ts'
import { monthToText } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { FigureDifference } from '../../figures/verify.ts'
import type { MonthDifferences } from '../../figures/verify-month.ts'
import type { Caller } from '../../people/actor.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Obstacle } from './check-month.ts'
import { BLOCKER_TEXTS } from './texts.ts'

/** What figures are of, in words. */
const SERIES_TEXTS: Readonly<Record<Series, LocalizedText>> = {
  [SERIES.flow]: localized('changes of balances', 'mudanças de saldo', 'cambios de saldo'),
  [SERIES.rule]: localized('points by rule', 'pontos por regra', 'puntos por regla'),
  [SERIES.reward]: localized('points by reward', 'pontos por recompensa', 'puntos por recompensa'),
  [SERIES.stock]: localized('open points', 'pontos em aberto', 'puntos abiertos'),
  [SERIES.vintage]: localized(
    'points by month of issue',
    'pontos por mês de emissão',
    'puntos por mes de emisión',
  ),
  [SERIES.sales]: localized(
    'sales that earned points',
    'vendas que deram pontos',
    'ventas que dieron puntos',
  ),
  [SERIES.carried]: localized(
    'open points at the end of a week',
    'pontos em aberto no fim de uma semana',
    'puntos abiertos al final de una semana',
  ),
}

/** Why a month is not closed: what to do, and where figures differ, what of them. */
export function problemOfObstacle(
  { code, differences }: Obstacle,
  month: Month,
  caller: Pick<Caller, 'permissions'>,
): Problem {
  if (!differences) return problem('conflict', BLOCKER_TEXTS[code], { code })
  const found = shownDifferences(differences, caller)
  return problem('conflict', differsText(month, differences, found.customers), {
    code,
    more: { differences: found },
  })
}

function shownDifferences(
  { totals, sums, customers }: MonthDifferences,
  caller: Pick<Caller, 'permissions'>,
) {
  const isNamed = seesPersons(caller)
  return {
    figures: [
      ...sums.map(({ series, day, stored, recounted: ledger }) => ({
        ...{ of: SERIES_TEXTS[series].en, day: localDateToText(day), sums: stored, ledger },
      })),
      ...totals.map(({ what: of, sums: stored, ledger }) => ({ of, day: null, sums: stored, ledger })),
    ],
    customers: customers.map(({ id, originalId }) => (isNamed ? originalId : String(id))),
  }
}

function differsText(month: Month, { sums }: MonthDifferences, customers: readonly string[]): LocalizedText {
  const name = monthToText(month)
  const who = customers.join(', ')
  const first = (locale: keyof LocalizedText): string => {
    const days = sums.map((sum) => dayText(sum, locale))
    return days.length === 0 ? '' : ` (${[...new Set(days)].slice(0, 3).join('; ')})`
  }
  return localized(
    `Figures of ${name} differ from the ledger${first('en')}. ${who ? `Accounts that don’t add up: ${who}. ` : ''}An operator can look with \`punchcard verify\` and count the figures again with \`punchcard figures rebuild\`.`,
    `Números de ${name} divergem do livro de pontos${first('pt-BR')}. ${who ? `Contas que não fecham: ${who}. ` : ''}Um operador pode verificar com \`punchcard verify\` e recalcular os números com \`punchcard figures rebuild\`.`,
    `Cifras de ${name} difieren del libro de puntos${first('es')}. ${who ? `Cuentas que no cuadran: ${who}. ` : ''}Un operador puede revisarlas con \`punchcard verify\` y recalcular las cifras con \`punchcard figures rebuild\`.`,
  )
}

/** `open points, 2026-10-15`: the words of the sums that are stored and right are in the problem itself. */
function dayText({ series, day }: FigureDifference, locale: keyof LocalizedText): string {
  return `${SERIES_TEXTS[series][locale]}, ${localDateToText(day)}`
}
