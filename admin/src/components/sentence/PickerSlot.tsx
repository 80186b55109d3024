import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon/Icon.tsx'
import { NoCondition } from './NoCondition.tsx'
import css from './sentence.module.css'
import type { OpenedSlotProps, Pickable, SentenceEditing } from './types.ts'
import { useChosen } from './use-chosen.ts'

interface PickerSlotProps extends OpenedSlotProps {
  readonly findChoices: SentenceEditing['findChoices']
}

/** Picks from the catalog with a search; takes an id too that is not in it. Rewards are all known by their names. */
export function PickerSlot(props: PickerSlotProps) {
  const { part, className, never, isAdded, onChange, onKeyDown, findChoices } = props
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens by itself once
  useEffect(() => {
    if (isAdded) combobox.openDropdown()
  }, [isAdded])
  const found = useChoices(part.picks ?? '', search, combobox.dropdownOpened, findChoices)
  const [chosen, setChosen] = useChosen(part.value, combobox.dropdownOpened)
  const ids = Array.isArray(chosen) ? (chosen as readonly string[]) : []
  const pick = (id: string): void => {
    // Open, it covers the sentence that says what was picked.
    combobox.closeDropdown()
    if (!Array.isArray(part.value)) {
      onChange(id)
      return
    }
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
    setChosen(next)
    // Where it may be empty, nothing picked is no condition.
    onChange(next.length === 0 && never !== null ? null : next)
  }
  const typed = search.trim()
  const takesIds = part.picks !== 'reward'
  const isNew = takesIds && typed !== '' && !found.some(({ id }) => id === typed) && !ids.includes(typed)
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={280} position="bottom-start">
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={className}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
          onKeyDown={onKeyDown}
        >
          {part.display || t('common.choose')}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          component={TextInput}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t(takesIds ? 'common.searchOrId' : 'common.search')}
          aria-label={t(takesIds ? 'common.searchOrId' : 'common.search')}
        />
        <Combobox.Options mah={260} className={css.options ?? ''}>
          {ids.map((id) => (
            <Combobox.Option key={id} value={id} active>
              <span className={css.option}>
                <Icon name="check" size={14} /> {found.find((one) => one.id === id)?.label ?? id}
              </span>
            </Combobox.Option>
          ))}
          {found
            .filter(({ id }) => !ids.includes(id))
            .map(({ id, label }) => (
              <Combobox.Option key={id} value={id}>
                {label}
                {label === id || !takesIds ? null : <span className="faint small"> {id}</span>}
              </Combobox.Option>
            ))}
          {isNew ? <Combobox.Option value={typed}>{t('common.useId', { id: typed })}</Combobox.Option> : null}
          {found.length === 0 && ids.length === 0 && !isNew ? (
            <Combobox.Empty>{t(takesIds ? 'common.nothingFound' : 'common.noResults')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
        <NoCondition word={never} onClick={() => onChange(null)} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useChoices(
  picks: string,
  search: string,
  isOpen: boolean,
  findChoices: SentenceEditing['findChoices'],
): readonly Pickable[] {
  const [found, setFound] = useState<readonly Pickable[]>([])
  const [wanted] = useDebouncedValue(search, 150)
  // biome-ignore lint/correctness/useExhaustiveDependencies: findChoices is another function at each drawing
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    void findChoices(picks, wanted).then((choices) => {
      if (isCurrent) setFound(choices)
    })
    return () => {
      isCurrent = false
    }
  }, [picks, wanted, isOpen])
  return found
}
