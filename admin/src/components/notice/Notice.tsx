import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import css from './notice.module.css'

interface NoticeProps {
  /** What is wrong, in a few words. */
  readonly what: string
  /** Why, and what happens by itself. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Only for trouble, one a page. */
export function Notice({ what, children, actions }: NoticeProps) {
  return (
    <div className={css.notice} role="alert">
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

interface Refused {
  readonly name: string
  readonly title: string
  readonly detail: string
  readonly errors?: readonly { readonly message: string }[]
  readonly requestId?: string
}

/** What the server refused, in its own words; of a form only what no field shows. */
export function ProblemNotice({ problem, actions }: { problem: Refused; actions?: ReactNode }) {
  const { t } = useTranslation()
  const isOffline = problem.name === 'offline'
  const title = isOffline ? t('common.offline.title') : problem.title
  return (
    <Notice what={title} actions={actions}>
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
