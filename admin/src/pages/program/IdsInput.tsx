import { TagsInput } from '@mantine/core'
import { useState } from 'react'
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
  // Open, it covers the buttons of the dialog: after a choice it stays closed until it is wanted again.
  const [isOpen, setOpen] = useState(false)
  const labelOf = (id: string): string => choices.find((one) => one.id === id)?.label ?? id
  const idOf = (name: string): string => choices.find((one) => one.label === name)?.id ?? name
  const wanted = typed.trim()
  const isNew =
    wanted !== '' &&
    isOfCatalog(picks) &&
    !ids.includes(wanted) &&
    !choices.some((one) => one.id === wanted || one.label === wanted)
  return (
    <div>
      <TagsInput
        label={label ?? t('program.add.which')}
        description={t('common.searchOrId')}
        data={[...new Set([...choices.map((one) => one.label), ...(isNew ? [wanted] : [])])]}
        renderOption={({ option }) =>
          isNew && option.value === wanted ? t('common.useId', { id: wanted }) : option.value
        }
        // The server has searched already, also by ids.
        filter={({ options }) => options}
        value={ids.map(labelOf)}
        onChange={(labels) => {
          onChange(labels.map(idOf))
          setOpen(false)
        }}
        searchValue={typed}
        onSearchChange={(text) => {
          onType(text)
          setOpen(text !== '')
        }}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onClick={() => setOpen(true)}
        acceptValueOnBlur
        data-autofocus={isFirst || undefined}
      />
      {/* Of what is typed too: a note that came when the field is left would move the button that one clicks on. */}
      {isOfCatalog(picks)
        ? // biome-ignore lint/suspicious/noArrayIndexKey: what is typed is one note, whatever it says
          withTyped(ids, typed).map((id, index) => <UnknownId key={index} picks={picks} id={id} />)
        : null}
    </div>
  )
}

/** Tiers are made in the panel: there is none that it doesn't know. */
function isOfCatalog(picks: Picks): boolean {
  return picks !== 'tier'
}

/** Asks for the id itself, because what was typed fast was never searched for. */
function UnknownId({ picks, id }: { readonly picks: Picks; readonly id: string }) {
  const { t } = useTranslation()
  const found = useRead('program.choices', { query: { of: picks, search: id } }, { keep: true })
  const items = found.data?.answer.items
  if (items === undefined || items.some((one) => one.id === id)) return null
  return <p className="muted small">{t('program.add.unknown', { id })}</p>
}
