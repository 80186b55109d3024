import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Fields } from '../../components/form/Form.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AddCardDialog } from './AddCardDialog.tsx'
import { Consequence } from './Consequence.tsx'
import { type CardValues, NEW_CARD, RECIPES, recipeOf } from './card-form.ts'
import { IdsInput, withTyped } from './IdsInput.tsx'
import css from './program.module.css'
import {
  asksFirst,
  EXCLUDABLE,
  type Excludable,
  GROUPS,
  type Kind,
  type NewRule,
  ON_CERTAIN_DAYS,
  picksOf,
  picksOfExcluded,
} from './program.ts'
import { useNameOfDays } from './use-name-of-days.ts'

interface AddRuleDialogProps {
  readonly onClose: () => void
  readonly onAdd: (rule: NewRule) => void
}

/** A gallery of the kinds of rules, each with an example; then, where it needs it, what the rule is about. */
export function AddRuleDialog({ onClose, onAdd }: AddRuleDialogProps) {
  const { t, i18n } = useTranslation()
  const { money, timeZone } = useFormat()
  const nameOfDays = useNameOfDays()
  const [kind, setKind] = useState<Kind | null>(null)
  const [card, setCard] = useState<CardValues | null>(null)
  const add = (chosen: Kind, about: About): void =>
    onAdd({ kind: chosen, ...about, name: nameOf(chosen, about) || t(fallbackName(chosen, about)) })
  const choose = (chosen: Kind): void => {
    if (chosen === 'card') setCard({ ...NEW_CARD, name: t('program.kinds.card.name') })
    else if (asksFirst(chosen)) setKind(chosen)
    else add(chosen, ABOUT_NOTHING)
  }
  const recipes = RECIPES.map((name) =>
    recipeOf(name, { timeZone, now: new Date(), language: i18n.language }),
  )
  if (card) return <AddCardDialog first={card} onBack={() => setCard(null)} onClose={onClose} onAdd={onAdd} />
  if (kind) return <AboutRule kind={kind} onBack={() => setKind(null)} onClose={onClose} onAdd={add} />
  return (
    <Dialog
      title={t('program.add.title')}
      isOpen
      isWide
      onClose={onClose}
      consequence={t('program.add.consequence')}
      actions={<Button onClick={onClose}>{t('program.add.cancel')}</Button>}
    >
      {GROUPS.map(({ name, kinds }) => (
        <section key={name}>
          <h3 className={css.kindGroup}>{t(`program.groups.${name}.title`)}</h3>
          <ul className={css.kinds}>
            {kinds.map((one) => (
              <Tile
                key={one}
                title={t(`program.kinds.${one}.name`)}
                about={t(`program.kinds.${one}.example`)}
                onClick={() => choose(one)}
              />
            ))}
            {name === 'extras' ? (
              <Tile
                title={t('program.days.name')}
                about={t('program.days.example')}
                onClick={() =>
                  onAdd({
                    ...ON_CERTAIN_DAYS,
                    ids: [],
                    key: '',
                    name: nameOfDays(ON_CERTAIN_DAYS.start.when.days),
                  })
                }
              />
            ) : null}
            {name === 'cards'
              ? recipes.map(({ recipe, told, values }) => {
                  const title = t(`program.recipes.${recipe}.name`, { ...told, amount: money('300') })
                  return (
                    <Tile
                      key={recipe}
                      title={title}
                      about={t(`program.recipes.${recipe}.about`)}
                      onClick={() => setCard({ ...values, name: title })}
                    />
                  )
                })
              : null}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}

interface TileProps {
  readonly title: string
  readonly about: string
  readonly onClick: () => void
}

function Tile({ title, about, onClick }: TileProps) {
  return (
    <li>
      <button type="button" className={css.kind} onClick={onClick}>
        <strong>{title}</strong>
        <span>{about}</span>
      </button>
    </li>
  )
}

/** What a rule is about. */
type About = Pick<NewRule, 'ids' | 'key' | 'of'>

const ABOUT_NOTHING: About = { ids: [], key: '', of: 'category' }

/** Tiers have numbers, which say nothing to people. */
function nameOf(kind: Kind, { ids, key }: About): string {
  if (picksOf(kind) === 'tier') return ''
  return ids.length > 0 ? ids.join(', ') : key
}

/** Without ids a rule is called what it leaves out, or what its kind is called. */
function fallbackName(kind: Kind, { of = 'category' }: About) {
  return kind === 'exclude' ? (`program.excluded.${of}` as const) : (`program.kinds.${kind}.name` as const)
}

interface AboutRuleProps {
  readonly kind: Kind
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onAdd: (kind: Kind, about: About) => void
}

function AboutRule({ kind, onBack, onClose, onAdd }: AboutRuleProps) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<readonly string[]>([])
  // What is typed counts, also where it was not made a tag.
  const [typed, setTyped] = useState('')
  const [key, setKey] = useState('')
  const [of, setOf] = useState<Excludable>('category')
  const isExclusion = kind === 'exclude'
  const picks = isExclusion ? picksOfExcluded(of) : picksOf(kind)
  const asksKey = !isExclusion && !picks
  const isWhole = picks ? ids.length > 0 || typed.trim() !== '' : !asksKey || key.trim() !== ''
  return (
    <Dialog
      title={t(`program.kinds.${kind}.name`)}
      isOpen
      onClose={onClose}
      onSubmit={() => {
        if (isWhole) onAdd(kind, { ids: picks ? withTyped(ids, typed) : [], key: key.trim(), of })
      }}
      consequence={
        <Consequence
          missing={isWhole ? [] : [t(picks ? 'program.add.missingIds' : 'program.add.missingKey')]}
        />
      }
      actions={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" variant="filled" disabled={!isWhole}>
            {t('program.add.submit')}
          </Button>
        </>
      }
    >
      <Fields>
        <p className="muted">
          {t('program.add.example')} {t(`program.kinds.${kind}.example`)}
        </p>
        {isExclusion ? (
          <Select
            label={t('program.add.excluded')}
            description={t(`program.excludedAbout.${of}`)}
            data={EXCLUDABLE.map((value) => ({ value, label: t(`program.excluded.${value}`) }))}
            value={of}
            allowDeselect={false}
            onChange={(value) => {
              setOf((value ?? of) as Excludable)
              setIds([])
              setTyped('')
            }}
            openOnFocus={false}
            data-autofocus
          />
        ) : null}
        {picks ? (
          <IdsInput
            picks={picks}
            ids={ids}
            typed={typed}
            isFirst={!isExclusion}
            onChange={setIds}
            onType={setTyped}
          />
        ) : null}
        {asksKey ? (
          <TextInput
            label={t('program.add.key')}
            description={t('program.add.keyAbout')}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            data-autofocus
          />
        ) : null}
      </Fields>
    </Dialog>
  )
}
