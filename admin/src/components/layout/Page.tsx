import { type ReactNode, useEffect } from 'react'
import css from './layout.module.css'

interface PageProps {
  readonly title: string
  /** Beside the title: a status, or a sentence. */
  readonly about?: ReactNode
  readonly actions?: ReactNode
  /** Above the title: where one comes from. */
  readonly back?: ReactNode
  readonly children: ReactNode
}

export function Page({ title, about, actions, back, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Punchcard`
  }, [title])
  return (
    <div className={css.page}>
      {back ? <p className={css.back}>{back}</p> : null}
      <header className={css.head}>
        <h1>{title}</h1>
        {about ? <div className={css.about}>{about}</div> : null}
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Sections are a heading and what follows; they have no frame. */
export function Section({ title, about, actions, children }: SectionProps) {
  return (
    <section className={css.section}>
      <header className={css.sectionHead}>
        <h2>{title}</h2>
        {about ? <p className={css.sectionAbout}>{about}</p> : null}
        {actions ? <div className={css.actions}>{actions}</div> : null}
      </header>
      {children}
    </section>
  )
}

/** What one works on, and beside it what comes of it. */
interface WithSideProps {
  readonly side: ReactNode
  /** Where there is no room beside, it comes first: it is what one came for. */
  readonly isSideFirst?: boolean
  readonly children: ReactNode
}

export function WithSide({ side, isSideFirst = false, children }: WithSideProps) {
  return (
    <div className={css.withSide}>
      <div className={css.main}>{children}</div>
      <aside className={isSideFirst ? `${css.side} ${css.first}` : css.side}>{side}</aside>
    </div>
  )
}
