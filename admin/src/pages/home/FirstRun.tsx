import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMembership } from '../../api/session.tsx'
import { Icon, Mark } from '../../components/icon/Icon.tsx'
import { usePageAddress } from '../../components/link/PageLink.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'
import { isOptional, nextStep, type Step, type StepName } from './steps.ts'

/** Seldom opened, and with a form in it. */
const HowTo = lazy(async () => ({ default: (await import('./HowTo.tsx')).HowTo }))

/** Where a step is done, with the dialog that does it open already. */
const PLACES: Readonly<Partial<Record<StepName, { readonly to: string; readonly dialog?: string }>>> = {
  keyMade: { to: '/developers/keys', dialog: 'new' },
  programPublished: { to: '/program' },
  webhookReceived: { to: '/developers/webhooks', dialog: 'new' },
  pointsShown: { to: '/storefront' },
}

/** The first card of a merchant: a hole for each step, punched by what really happened. */
export function FirstRun({
  steps,
  onSkip,
}: {
  readonly steps: readonly Step[]
  readonly onSkip: () => void
}) {
  const { t } = useTranslation()
  const { tenant } = useMembership()
  const [how, setHow] = useState<'call' | 'order' | null>(null)
  const navigate = useNavigate()
  const address = usePageAddress()
  const done = steps.filter(({ isDone }) => isDone).length
  const next = nextStep(steps)
  const go = (step: StepName): void => {
    const place = PLACES[step]
    if (place) {
      const search = place.dialog === undefined ? {} : { dialog: place.dialog }
      void navigate({ to: address(place.to), search: search as never })
    } else setHow(step === 'firstCall' ? 'call' : 'order')
  }
  return (
    <div className={css.setup}>
      <div className={css.front}>
        <p className={css.of}>
          <Mark className={css.mark} /> {tenant.name}
        </p>
        <h2>{t('home.card.title')}</h2>
        <p className={css.holesText}>{t('home.card.holes', { count: done, of: steps.length })}</p>
        <div
          className={css.holes}
          role="img"
          aria-label={t('home.card.progress', { done, of: steps.length })}
        >
          {steps.map(({ step, isDone }, index) => (
            <i key={step} className={isDone ? css.on : undefined}>
              {isDone ? <Icon name="check" /> : index + 1}
            </i>
          ))}
        </div>
      </div>
      <ol className={css.todo}>
        {steps.map((one) => (
          <Todo
            key={one.step}
            step={one}
            isNext={one.step === next}
            onGo={() => go(one.step)}
            onSkip={onSkip}
          />
        ))}
      </ol>
      {how ? (
        <Suspense>
          <HowTo what={how} onClose={() => setHow(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface TodoProps {
  readonly step: Step
  readonly isNext: boolean
  readonly onGo: () => void
  readonly onSkip: () => void
}

function Todo({ step: { step, isDone, at }, isNext, onGo, onSkip }: TodoProps) {
  const { t } = useTranslation()
  const format = useFormat()
  // The use of a key and of the storefront is kept by the hour.
  const agoOf = step === 'firstCall' || step === 'pointsShown' ? format.agoByHour : format.ago
  const isListening = step === 'firstCall' && !isDone
  const className = isDone ? css.done : isListening ? css.hears : isNext ? css.now : undefined
  return (
    <li className={className}>
      <span className={css.hole}>{isDone ? <Icon name="check" size={10} /> : null}</span>
      <div>
        <strong>{isDone ? t(`home.steps.${step}.done`) : t(`home.steps.${step}.title`)}</strong>
        {isDone ? null : <p>{t(`home.steps.${step}.text`)}</p>}
      </div>
      <div className={css.todoEnd}>
        {isDone ? (
          <span className="muted">{at ? agoOf(at) : ''}</span>
        ) : (
          <>
            {isListening ? <span className="muted">{t('home.waiting')}</span> : null}
            {isOptional(step) ? (
              <Button variant="subtle" onClick={onSkip}>
                {t('home.skip')}
              </Button>
            ) : null}
            <Button variant={isNext ? 'filled' : 'default'} onClick={onGo}>
              {t(`home.steps.${step}.action`)}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
