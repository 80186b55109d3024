import { useMantineColorScheme } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/hooks.ts'
import { type Session, SessionProvider } from '../api/session.tsx'
import { ProblemNotice } from '../components/notice/Notice.tsx'
import { speak } from '../locales/i18n.ts'
import { PagePending } from './Fallbacks.tsx'
import { SignInOver } from './shell/SignInOver.tsx'
import { StepUp } from './shell/StepUp.tsx'

/** Everything behind the sign-in. */
export function Inside() {
  const session = useRead('session.get', {}, { isWordless: true })
  usePersonalLook(session.data?.answer)
  // A session that ends while a page is open is asked for over the page, which stays as it is.
  if (session.data) {
    return (
      <SessionProvider session={session.data.answer}>
        <Notifications position="bottom-right" limit={2} />
        <SignInOver email={session.data.answer.person.email} />
        <StepUp hasCode={session.data.answer.person.hasSecondFactor} />
        <Outlet />
      </SessionProvider>
    )
  }
  if (session.error?.problem.name === 'unauthenticated') return <SignInAgain />
  return session.error ? <ProblemNotice problem={session.error.problem} /> : <PagePending />
}

/**
 * To the sign-in, and back to this page afterwards. Where one was is read once: the address is another one before the
 * sign-in is there, and following it would lead from sign-in to sign-in without an end.
 */
function SignInAgain() {
  const { pathname, searchStr } = useLocation()
  const [search] = useState({ to: `${pathname}${searchStr}` })
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void navigate({ to: '/sign-in', search, replace: true, ignoreBlocker: true })
  }, [])
  return <PagePending />
}

/** Language and colours are the person's, on whatever device. */
function usePersonalLook(session: Session | undefined): void {
  const { i18n } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const locale = session?.person.locale
  const theme = session?.person.theme
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the person has chosen begins it
  useEffect(() => {
    if (locale && locale !== i18n.language) void speak(locale)
    if (theme) setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [locale, theme])
}
