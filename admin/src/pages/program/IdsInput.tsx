import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import { ChosenNote, isNamed } from './ChosenNote.tsx'
import css from './program.module.css'
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

/** Names from the catalog, or ids that are not in it. */
export function IdsInput({ picks, ids, typed, isFirst, label, onChange, onType }: IdsInputProps) {
  const { t } = useTranslation()
  const found = useRead('program.choices', { query: { of: picks, search: typed } }, { keep: true })
  const choices = found.data?.answer.items ?? []
  // Open, it covers the buttons of the dialog: after a choice it stays closed until it is wanted again.
  const [isOpen, setOpen] = useState(false)
  const labelOf = (id: string): string => choices.find((one) => one.id === id)?.label ?? id
  const idOf = (name: string): string => choices.find((one) => isNamed(one.label, name))?.id ?? name
  const wanted = typed.trim()
  const isNew =
    wanted !== '' &&
    picks !== 'tier' &&
    !ids.includes(wanted) &&
    !choices.some((one) => one.id === wanted || isNamed(one.label, wanted))
  return (
    <div>
      <TagsInput
        label={label ?? t('program.add.which')}
        // Inside the field: the list covers what is below it.
        placeholder={ids.length === 0 ? t('common.searchOrId') : ''}
        data={[...new Set([...choices.map((one) => one.label), ...(isNew ? [wanted] : [])])]}
        renderOption={({ option: { value } }) =>
          isNew && value === wanted ? (
            <NewOption picks={picks} id={wanted} />
          ) : (
            <span>
              {value} {idOf(value) === value ? null : <span className="faint small">{idOf(value)}</span>}
            </span>
          )
        }
        // The server has searched already, also by ids.
        filter={({ options }) => options}
        value={ids.map(labelOf)}
        onChange={(labels) => {
          onChange([...new Set(labels.map(idOf))])
          setOpen(false)
        }}
        searchValue={typed}
        onSearchChange={(text) => {
          onType(text)
          setOpen(text !== '')
        }}
        onKeyDown={(event) => {
          const only = choices.length === 1 && !found.isPlaceholderData ? choices[0] : undefined
          const isOptionMarked = event.currentTarget.hasAttribute('aria-activedescendant')
          if (event.key !== 'Enter' || wanted === '' || isOptionMarked || only === undefined) return
          // What was typed is hardly another id where it finds just one thing: the list still offers it.
          event.preventDefault()
          onChange([...new Set([...ids, only.id])])
          onType('')
          setOpen(false)
        }}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onClick={() => setOpen(true)}
        acceptValueOnBlur
        data-autofocus={isFirst || undefined}
      />
      <div className={css.chosenNotes}>
        {/* Of what is typed too: a note that came when the field is left would move the button that one clicks on. */}
        {picks === 'tier'
          ? null
          : withTyped(ids, idOf(wanted)).map((id, index) => (
              <ChosenNote
                // biome-ignore lint/suspicious/noArrayIndexKey: what is typed is one note, whatever it says
                key={index}
                picks={picks}
                id={id}
                onNamed={(known) => {
                  if (ids.includes(id)) onChange([...new Set(ids.map((one) => (one === id ? known : one)))])
                }}
              />
            ))}
      </div>
    </div>
  )
}

/** Says in the list what that means, because the list covers the note below the field. */
function NewOption({ picks, id }: { readonly picks: Picks; readonly id: string }) {
  const { t } = useTranslation()
  return (
    <span className={css.newOption}>
      {t('common.useId', { id })}
      {picks === 'tier' ? null : (
        <span className="muted small">{t(`program.add.unknownShort.${picks}`)}</span>
      )}
    </span>
  )
}
