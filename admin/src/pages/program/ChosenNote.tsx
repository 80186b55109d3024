import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { listed } from '../../format/listed.ts'
import type { Grouped, Picks } from './program.ts'

interface ChosenNoteProps {
  readonly picks: Exclude<Picks, 'tier'>
  readonly id: string
  /** It was the name of something, typed before that could be found. */
  readonly onNamed: (id: string) => void
}

/** What is in something that was chosen, or what it means that the catalog has no such thing. */
export function ChosenNote({ picks, id, onNamed }: ChosenNoteProps) {
  const { t } = useTranslation()
  // Asks for the id itself, because what was typed fast was never searched for.
  const found = useRead('program.choices', { query: { of: picks, search: id } }, { keep: true })
  const items = found.data?.answer.items
  const known = items?.find((one) => one.id === id)
  const named = known || found.isPlaceholderData ? undefined : items?.find((one) => isNamed(one.label, id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: onNamed is another function at each drawing
  useEffect(() => {
    if (named) onNamed(named.id)
  }, [named?.id])
  if (items === undefined || named) return null
  if (known) return <Contents {...known} />
  return <p className="muted small">{t(`program.add.unknown.${picks}`, { id })}</p>
}

export function isNamed(label: string, typed: string): boolean {
  return label.toLowerCase() === typed.trim().toLowerCase()
}

interface ContentsProps {
  readonly label: string
  readonly contents?: { readonly names: readonly string[]; readonly more: number }
}

/** “Cafés: Espresso, Filter coffee and 4 more”. */
function Contents({ label, contents }: ContentsProps) {
  const { t, i18n } = useTranslation()
  if (!contents) return null
  const { names, more } = contents
  const all = more === 0 ? names : [...names, t('program.add.more', { count: more })]
  const list = names.length === 0 ? t('program.add.nothingIn') : listed(all, i18n.language)
  return (
    <p className="muted small">
      {label}: {list}
    </p>
  )
}

/** Of a brand or category that a rule names. */
export function ContentsOf({ of, id }: Grouped) {
  const found = useRead('program.choices', { query: { of, search: id } })
  const known = found.data?.answer.items.find((one) => one.id === id)
  return known ? <Contents {...known} /> : null
}
