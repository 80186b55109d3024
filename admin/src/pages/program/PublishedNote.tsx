import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { PageLink } from '../../components/link/PageLink.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'

export type Published = Pick<Answer<'program.publish'>, 'version' | 'state' | 'effectiveAt'>

/** The dialog that closes gives back the focus first. */
const CLOSING_MS = 300

/** Says what was just published, and takes the focus: what it was published with is gone. */
export function PublishedNote({ published }: { readonly published: Published }) {
  const { t } = useTranslation()
  const format = useFormat()
  const ref = useRef<HTMLDivElement>(null)
  const { version, state, effectiveAt } = published
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every version
  useEffect(() => {
    const timer = window.setTimeout(() => ref.current?.focus(), CLOSING_MS)
    // A person who has gone on already keeps the focus.
    const leave = (): void => window.clearTimeout(timer)
    window.addEventListener('keydown', leave, { once: true })
    window.addEventListener('pointerdown', leave, { once: true })
    return () => {
      leave()
      window.removeEventListener('keydown', leave)
      window.removeEventListener('pointerdown', leave)
    }
  }, [version])
  const isLive = state === 'current'
  return (
    <div className={css.published} role="status" tabIndex={-1} ref={ref}>
      <b>{t(isLive ? 'program.live' : 'program.scheduled.title', { version })}</b>
      <span>
        {isLive
          ? t('program.published.live')
          : t('program.scheduled.text', { when: format.moment(effectiveAt), zone: format.zone })}
      </span>
      <PageLink to={`/program/history/${version}`}>
        {t(isLive ? 'program.published.seeLive' : 'program.published.seeVersion')}
      </PageLink>
    </div>
  )
}
