import { Button } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refused } from '../form/errors.ts'
import { Icon } from '../icon/Icon.tsx'
import css from './notice.module.css'

interface NoticeProps {
  /** What is wrong, in a few words. */
  readonly what: string
  /** Why, and what happens by itself. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}

/** Only for trouble, one a page. */
export function Notice({ what, children, actions, ref }: NoticeProps) {
  return (
    <div className={css.notice} role="alert" ref={ref} tabIndex={ref ? -1 : undefined}>
      <Icon name="alert" />
      <div className={css.text}>
        <b>{what}</b> {children}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </div>
  )
}

/** A warning hinders nothing: one line, no tint. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={css.warning}>
      <Icon name="alert" size={14} />
      <span>{children}</span>
    </p>
  )
}

export function TryAgain({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button size="xs" onClick={onClick}>
      {t('common.tryAgain')}
    </Button>
  )
}

/** What the server refused, in its own words; of a form only what no field shows. */
export function ProblemNotice({ problem, actions }: { problem: Refused; actions?: ReactNode }) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) goToRefusal(ref.current)
  }, [problem])
  // Who cancels knows it: the form is as it was before.
  if (problem.name === 'cancelled') return null
  const isOffline = problem.name === 'offline'
  const title = isOffline ? t('common.offline.title') : problem.title
  return (
    <Notice what={title} actions={actions} ref={ref}>
      {isOffline ? t('common.offline.detail') : problem.detail}
      {problem.errors && problem.errors.length > 1 ? (
        <ul className={css.list}>
          {problem.errors.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}

/**
 * A form that is refused, and has no field to go to, goes to its notice: above a long form it would not be seen. What
 * stands beside a form tries things out while one types, and doesn't take the focus.
 */
function goToRefusal(notice: HTMLElement | null): void {
  const form = notice?.closest('form')
  if (!notice || !form || notice.closest('[data-beside]') || form.querySelector('[aria-invalid=true]')) return
  notice.scrollIntoView({ block: 'center' })
  notice.focus({ preventScroll: true })
}
