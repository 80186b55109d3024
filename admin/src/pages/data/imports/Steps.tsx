import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon/Icon.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { STEPS, type Step } from './import.ts'
import css from './steps.module.css'

interface StepsProps {
  readonly current: Step
  /** How far the work has come. */
  readonly reached: Step
  /** null: the import is not begun, and no step can be gone to. */
  readonly id: number | null
  readonly open: readonly Step[]
}

/** Where one is, and what one can go back to. */
export function Steps({ current, reached, id, open }: StepsProps) {
  const { t } = useTranslation()
  const isPast = (step: Step): boolean => STEPS.indexOf(step) < STEPS.indexOf(reached)
  return (
    <nav aria-label={t('imports.stepsOf')}>
      <ol className={css.steps}>
        {STEPS.map((step) => {
          const words = (
            <>
              <span className={css.mark} aria-hidden="true">
                {isPast(step) ? <Icon name="check" size={12} /> : null}
              </span>
              {t(`imports.steps.${step}`)}
              {isPast(step) ? <span className="visually-hidden"> ({t('imports.stepDone')})</span> : null}
            </>
          )
          const isCurrent = step === current
          return (
            <li
              key={step}
              className={isCurrent ? css.current : undefined}
              data-past={isPast(step) || undefined}
            >
              {id !== null && !isCurrent && open.includes(step) ? (
                <PageLink to={`/data/imports/${id}`} search={{ step }}>
                  {words}
                </PageLink>
              ) : (
                <span aria-current={isCurrent ? 'step' : undefined}>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
