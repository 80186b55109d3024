import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import type { Picks } from './program.ts'

/** What was typed counts, also where it was not made a tag. */
export function withTyped(ids: readonly string[], typed: string): readonly string[] {
  const last = typed.trim()
  return last === '' || ids.includes(last) ? ids : [...ids, last]
}

interface IdsInputProps {
  readonly picks: Picks
  readonly ids: readonly string[]
  readonly typed: string
  /** It has the focus when the dialog opens. */
  readonly isFirst: boolean
  readonly label?: string
  readonly onChange: (ids: readonly string[]) => void
  readonly onType: (typed: string) => void
}

/** Names from the catalogue, or ids that are not in it. */
export function IdsInput({ picks, ids, typed, isFirst, label, onChange, onType }: IdsInputProps) {
  const { t } = useTranslation()
  const found = useRead('program.choices', { query: { of: picks, search: typed } }, { keep: true })
  const choices = found.data?.answer.items ?? []
  const labelOf = (id: string): string => choices.find((one) => one.id === id)?.label ?? id
  const idOf = (label: string): string => choices.find((one) => one.label === label)?.id ?? label
  return (
    <TagsInput
      label={label ?? t('program.add.which')}
      description={t('common.searchOrId')}
      data={[...new Set(choices.map(({ label }) => label))]}
      value={ids.map(labelOf)}
      onChange={(labels) => onChange(labels.map(idOf))}
      searchValue={typed}
      onSearchChange={onType}
      acceptValueOnBlur
      data-autofocus={isFirst || undefined}
    />
  )
}
