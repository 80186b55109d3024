import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../../api/hooks.ts'
import { usePointsName } from '../../../api/points-name.ts'
import { useMay } from '../../../api/session.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { Panel } from '../../../components/panel/Panel.tsx'
import { add, isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import dryRunCss from './dry-run.module.css'
import { addedOf, bringsNoPoints, type Import, isBegun, type Plan } from './import.ts'
import css from './imports.module.css'
import { Months } from './Months.tsx'

interface EffectProps {
  readonly imported: Import
  readonly plan: Plan
  readonly onRerun: () => void
}

/** What applying costs, and the button that does it. */
export function Effect({ imported, plan, onRerun }: EffectProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = usePointsName()
  const { sums, owed, counts } = plan
  const isWithoutPoints = bringsNoPoints(imported.kind)
  const isMoney = !isZero(sums.cashback) || !isZero(owed.cashback)
  const shown = (amounts: { readonly points: string; readonly cashback: string }): string =>
    isMoney ? format.money(amounts.cashback) : `${format.points(amounts.points)} ${nameOf(amounts.points)}`
  const total = {
    points: add(owed.points, sums.points),
    cashback: add(owed.cashback, sums.cashback),
  }
  return (
    <Panel title={t(isBegun(imported) ? 'imports.dry.samplesBefore' : 'imports.effect.title')}>
      <p className={dryRunCss.sum}>
        {isWithoutPoints
          ? t(`imports.effect.${COUNTED[imported.kind] ?? 'codes'}`, {
              count: addedOf(counts),
            })
          : `${format.points(sums.points)} ${nameOf(sums.points)}`}
      </p>
      {isBegun(imported) || isWithoutPoints ? null : (
        <p className="muted">{t('imports.effect.owe', { more: shown(sums), total: shown(total) })}</p>
      )}
      {isWithoutPoints ? null : <Months months={sums.byMonth} />}
      <Facts imported={imported} plan={plan} />
      {isBegun(imported) ? null : <Apply imported={imported} plan={plan} onRerun={onRerun} />}
      {counts.refused > 0 && !isBegun(imported) ? (
        <p className={css.hint}>{t('imports.effect.left', { count: counts.refused })}</p>
      ) : null}
    </Panel>
  )
}

/** What is counted in place of points. */
const COUNTED: Partial<Record<Import['kind'], 'coupons' | 'orders'>> = {
  coupons: 'coupons',
  orders: 'orders',
}

function undoAboutOf(kind: Import['kind']): 'undoAbout' | 'undoAboutCodes' | 'undoAboutOrders' {
  if (kind === 'orders') return 'undoAboutOrders'
  return bringsNoPoints(kind) ? 'undoAboutCodes' : 'undoAbout'
}

function Facts({ imported, plan }: Pick<EffectProps, 'imported' | 'plan'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { counts, profiles, events } = plan
  const isSilent = imported.options.webhooks === 'silent'
  const facts: readonly (readonly [string, ReactNode] | null)[] = [
    imported.kind === 'couponCodes' || imported.kind === 'orders'
      ? null
      : [t('imports.effect.newCustomers'), format.number(counts.create + counts.unclaimed)],
    profiles > 0
      ? [t('imports.effect.profiles'), t('imports.effect.changedProfiles', { count: profiles })]
      : null,
    bringsNoPoints(imported.kind)
      ? null
      : [
          t('imports.effect.webhooks'),
          <>
            {isSilent ? t('imports.effect.notSent') : t('imports.effect.sent', { count: events })}
            {isBegun(imported) ? null : (
              <>
                {' ('}
                <PageLink
                  to={`/data/imports/${imported.id}`}
                  search={{ step: 'columns', options: 'open' }}
                  aria-label={t('imports.effect.changeWebhooks')}
                >
                  {t('imports.effect.change')}
                </PageLink>
                )
              </>
            )}
          </>,
        ],
    [t('imports.effect.undo'), t(`imports.effect.${undoAboutOf(imported.kind)}`)],
  ]
  return (
    <dl className={dryRunCss.facts}>
      {facts
        .filter((fact) => fact !== null)
        .map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

function Apply({ imported, plan, onRerun }: EffectProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const apply = useChange('imports.apply')
  const mayApply = useMay('imports.apply')
  const { problem, isBusy, send } = useSending()
  const { id, needsApproval, openQuestions } = imported
  const count = addedOf(plan.counts)
  const run = () =>
    void send(
      apply({ params: { id }, body: { planHash: plan.hash } }),
      () => void navigate({ to: '.', search: { step: 'apply' } as never }),
    )
  if (!mayApply) return <p className={css.hint}>{t('imports.effect.mayNot')}</p>
  return (
    <div className={dryRunCss.apply}>
      {problem ? (
        <ProblemNotice
          problem={problem}
          actions={
            problem.name === 'changed' ? (
              <Button size="xs" onClick={onRerun}>
                {t('imports.effect.changed')}
              </Button>
            ) : null
          }
        />
      ) : null}
      <Button
        variant="filled"
        fullWidth
        onClick={run}
        loading={isBusy}
        disabled={count === 0 || openQuestions > 0 || plan.isOld}
      >
        {t(needsApproval ? 'imports.effect.ask' : 'imports.effect.apply', { count })}
      </Button>
      {needsApproval ? <p className={css.hint}>{t('imports.effect.two')}</p> : null}
      {count === 0 ? <p className={css.hint}>{t('imports.effect.nothing')}</p> : null}
      {openQuestions > 0 ? <p className={css.hint}>{t('imports.questions.continueOff')}</p> : null}
      <PageLink to={`/data/imports/${id}`} search={{ step: 'columns' }} className={css.link}>
        {t('imports.effect.backToColumns')}
      </PageLink>
    </div>
  )
}
