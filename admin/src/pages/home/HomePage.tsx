import { lazy, Suspense, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { useMay, useSession } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { CustomsContext } from '../../format/use-format.ts'
import { FirstRun } from './FirstRun.tsx'
import css from './home.module.css'
import { Needs } from './Needs.tsx'
import { ProgramSummary } from './ProgramSummary.tsx'
import { stepsLeft } from './steps.ts'
import { TierLadder } from './TierLadder.tsx'

/** How often the card looks whether something has happened. */
const LISTENING_MS = 5_000

export default function HomePage() {
  const mayRead = useMay('settings.read')
  return mayRead ? <HomeWithChecklist /> : <EverydayHome />
}

/** The first-run card until all its holes are punched, or skipped. */
function HomeWithChecklist() {
  const { t } = useTranslation()
  const tenant = useTenant()
  const { person } = useSession()
  const [isDone, setDone] = useState(false)
  const [skipped, setSkipped] = useState(() => localStorage.getItem(`punchcard-skipped-${tenant}`) === '1')
  const checklist = useRead('checklist.get', {}, isDone ? {} : { everyMs: LISTENING_MS })
  if (!checklist.data) {
    return (
      <Page title={t('shell.pages.home')}>
        {checklist.error ? (
          <ProblemNotice problem={checklist.error.problem} />
        ) : (
          <SkeletonRows count={5} height={64} />
        )}
      </Page>
    )
  }
  const { steps } = checklist.data.answer
  if (stepsLeft(steps, skipped).length === 0) {
    if (!isDone) setDone(true)
    return <EverydayHome />
  }
  const skip = (): void => {
    localStorage.setItem(`punchcard-skipped-${tenant}`, '1')
    setSkipped(true)
  }
  const isLive = steps.some(({ step, isDone: isStepDone }) => step === 'programPublished' && isStepDone)
  const [firstName = person.name] = person.name.split(' ')
  return (
    <Page title={t('home.welcome', { name: firstName })} about={isLive ? null : t('home.welcomeAbout')}>
      <FirstRun steps={steps} onSkip={skip} />
      {isLive ? (
        <div className={css.below}>
          <Everyday />
        </div>
      ) : null}
    </Page>
  )
}

function EverydayHome() {
  const { t, i18n } = useTranslation()
  const { timeZone } = useContext(CustomsContext)
  const today = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(new Date())
  return (
    <Page title={t('shell.pages.home')} about={today}>
      <Everyday />
    </Page>
  )
}

/** Charts come behind what waits, which is there at once. */
const HomeFigures = lazy(() => import('./HomeFigures.tsx'))

/** What waits, then what the program did and what it owes. */
function Everyday() {
  const maySeeFigures = useMay('reports.overview')
  return (
    <>
      <Needs />
      {maySeeFigures ? (
        <Suspense fallback={<SkeletonRows count={6} height={56} />}>
          <HomeFigures>
            <Configured />
          </HomeFigures>
        </Suspense>
      ) : (
        <Configured />
      )}
    </>
  )
}

/** What is live, where customers stand. */
function Configured() {
  const mayReadTiers = useMay('tiers.read')
  return (
    <div className={css.columns}>
      <ProgramSummary />
      {mayReadTiers ? <TierLadder /> : null}
    </div>
  )
}
