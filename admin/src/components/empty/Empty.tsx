import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Tag } from '../status/Status.tsx'
import css from './empty.module.css'

interface EmptyProps {
  /** What will stand here. */
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** How it looks at Café Aurora. */
  readonly example?: ReactNode
}

export function Empty({ title, children, action, example }: EmptyProps) {
  return (
    <div className={example ? css.empty : `${css.empty} ${css.alone}`}>
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        <p className={css.text}>{children}</p>
        {action}
      </div>
      {example ? <Example>{example}</Example> : null}
    </div>
  )
}

/** Dashed, because it is not live: drawn from the demo merchant. */
function Example({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={css.example}>
      <span className={css.tag}>
        <Tag>{t('common.example')}</Tag>
      </span>
      {children}
    </div>
  )
}
