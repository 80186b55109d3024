import { useTranslation } from 'react-i18next'
import type { ImportPreviewed } from '../../../../../server/src/management/approvals/schema.ts'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import css from './approvals.module.css'

/** What the dry run of an import has found, or what undoing it would leave. */
export function ImportTrial({ previewed: { plan, undo } }: { readonly previewed: ImportPreviewed }) {
  const { t } = useTranslation()
  return (
    <div aria-live="polite">
      <h3 className={css.title}>{t('approvals.trial.title')}</h3>
      {plan ? <Applying plan={plan} /> : null}
      {undo ? <Undoing undo={undo} /> : null}
    </div>
  )
}

function Applying({ plan }: { readonly plan: NonNullable<ImportPreviewed['plan']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { counts, sums, profiles, warnings, checkedAt } = plan
  const count = (lines: number): string | null => (lines === 0 ? null : format.number(lines))
  return (
    <>
      <Facts
        facts={[
          [t('approvals.trial.added'), format.number(counts.create + counts.update + counts.unclaimed)],
          [t('approvals.trial.points'), format.points(sums.points)],
          [t('approvals.trial.cashback'), isZero(sums.cashback) ? null : format.money(sums.cashback)],
          [t('approvals.trial.customers'), count(counts.create + counts.unclaimed)],
          [t('approvals.trial.unclaimed'), count(counts.unclaimed)],
          [t('approvals.trial.profiles'), count(profiles)],
          [t('approvals.trial.refused'), count(counts.refused)],
          [t('approvals.trial.checked'), format.moment(checkedAt)],
        ]}
      />
      {warnings.map(({ kind, message }) => (
        <p key={`${kind} ${message}`} className="muted">
          {message}
        </p>
      ))}
    </>
  )
}

function Undoing({ undo }: { readonly undo: NonNullable<ImportPreviewed['undo']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Facts
        facts={[
          [t('imports.undo.lines'), format.number(undo.lines)],
          [t('imports.undo.taken'), format.points(undo.taken.points)],
          [t('imports.undo.stays'), format.points(undo.stays.points)],
          [
            t('imports.undo.forgiven'),
            isZero(undo.forgiven.points) ? null : format.points(undo.forgiven.points),
          ],
        ]}
      />
      {undo.usedLots > 0 ? (
        <p className="muted">
          {t('imports.undo.used', {
            count: undo.customersWhoUsed,
            used: undo.usedLots,
            lots: undo.lots,
            points: format.points(undo.stays.points),
          })}
        </p>
      ) : null}
    </>
  )
}
