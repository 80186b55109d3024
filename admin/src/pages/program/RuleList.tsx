import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Part, SentenceEditing } from '../../components/sentence/types.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'
import {
  type Addable,
  addCondition,
  addLimit,
  addPrize,
  changeRule,
  changeSlot,
  concerning,
  type Draft,
  GROUPS,
  isNullable,
  limitSlotOf,
  nextId,
  otherCardIn,
  type Prize,
  type Program,
  pickedFor,
  type Rule,
  type RuleView,
  renameByDays,
  slotOf,
} from './program.ts'
import { takenIds, type Waiting } from './queue.ts'
import { RemovedRow, RuleRow, type RuleState } from './RuleRow.tsx'
import { addFriendMember, type FriendMember, slotOfFriendMember } from './referral-rule.ts'
import { Strip } from './Strip.tsx'
import { useNameOfDays } from './use-name-of-days.ts'
import { windowsOf } from './windows.ts'

interface RuleListProps {
  readonly draft: Draft
  /** As it is live; null: nothing was published. */
  readonly live: { readonly program: Program; readonly rules: readonly RuleView[] } | null
  /** What takes effect later. */
  readonly queue: readonly Waiting[]
  /** null: it can only be read. */
  readonly onEdit: ((change: (program: Program) => Program) => void) | null
  readonly onRename: (rule: Rule) => void
}

/** The rules as sentences in their groups, with what differs from what is live. */
export function RuleList({ draft, live, queue, onEdit, onRename }: RuleListProps) {
  const { t } = useTranslation()
  const { rules } = draft.program
  return GROUPS.map(({ name, kinds }) => {
    const isOfGroup = ({ kind }: { readonly kind: string | null }): boolean =>
      (kinds as readonly (string | null)[]).includes(kind)
    const own = rules.filter(isOfGroup)
    const removed = (live?.program.rules ?? []).filter(
      (rule) => isOfGroup(rule) && !rules.some(({ id }) => id === rule.id),
    )
    const hasStrip = name === 'campaigns' && windowsOf(rules).length > 0
    if (own.length + removed.length === 0)
      return hasStrip ? <Calendar key={name} rules={rules} queue={queue} /> : null
    return (
      <section key={name} className={css.group}>
        <header className={css.groupHead}>
          <h2>{t(`program.groups.${name}.title`)}</h2>
          <p>{t(`program.groups.${name}.about`)}</p>
        </header>
        {hasStrip ? <Strip rules={rules} queue={queue} /> : null}
        <ul>
          {own.map((rule) => (
            <DraftRule
              key={rule.id}
              rule={rule}
              draft={draft}
              live={live}
              queue={queue}
              onEdit={onEdit}
              onRename={onRename}
            />
          ))}
          {removed.map((rule) => (
            <RemovedRow
              key={rule.id}
              name={rule.name ?? ''}
              sentence={live?.rules.find(({ id }) => id === rule.id)?.sentence ?? rule.name ?? ''}
              onPutBack={
                onEdit ? () => onEdit((program) => ({ ...program, rules: [...program.rules, rule] })) : null
              }
            />
          ))}
        </ul>
      </section>
    )
  })
}

/** Of a program without campaigns in which other rules have their time. */
function Calendar(strip: { readonly rules: readonly Rule[]; readonly queue: readonly Waiting[] }) {
  const { t } = useTranslation()
  return (
    <section className={css.group}>
      <header className={css.groupHead}>
        <h2>{t('program.calendar.title')}</h2>
        <p>{t('program.calendar.about')}</p>
      </header>
      <Strip {...strip} />
    </section>
  )
}

interface DraftRuleProps extends RuleListProps {
  readonly rule: Rule
}

function DraftRule({ rule, draft, live, queue, onEdit, onRename }: DraftRuleProps) {
  const view = draft.rules.find(({ id }) => id === rule.id)
  const liveView = live?.rules.find(({ id }) => id === rule.id)
  const liveRule = live?.program.rules.find(({ id }) => id === rule.id)
  const pointer = view?.pointer ?? `/rules/${draft.program.rules.indexOf(rule)}`
  const { timeZone } = useFormat()
  const nameOfDays = useNameOfDays()
  const edit = (change: (latest: Rule) => Rule): void =>
    onEdit?.((program) => changeRule(program, rule.id, change))
  const [added, setAdded] = useState<string | null>(null)
  const editing = useSentenceEditing(
    (slot) => isNullable(rule, slot),
    (slot, value) => {
      setAdded(null)
      edit((latest) => renameByDays(changeSlot(latest, slot, value), latest, nameOfDays))
    },
    added,
  )
  const addWhen = async (what: Addable): Promise<void> => {
    const picked = pickedFor(what)
    const [first] = picked === null ? [] : await editing.findChoices(picked, '')
    const asked = { timeZone, now: new Date(), first: first?.id ?? '?' }
    setAdded(slotOf(what))
    edit((latest) => addCondition(latest, what, asked))
  }
  const givePrize = async (prize: Prize): Promise<void> => {
    const [first] = prize === 'reward' ? await editing.findChoices('reward', '') : []
    if (prize === 'reward' && first === undefined) return
    setAdded(`/${prize}`)
    edit((latest) => addPrize(latest, prize, first?.id ?? ''))
  }
  const addForFriends = async (member: FriendMember): Promise<void> => {
    const [first] = member === 'friendReward' ? await editing.findChoices('reward', '') : []
    if (member === 'friendReward' && first === undefined) return
    setAdded(slotOfFriendMember(member))
    edit((latest) => addFriendMember(latest, member, first?.id ?? ''))
  }
  const change = (changed: Partial<Rule>): void => edit((latest) => ({ ...latest, ...changed }) as Rule)
  return (
    <RuleRow
      rule={rule}
      parts={partsOf(view, liveView)}
      live={liveView ? (liveView.parts as readonly Part[]) : null}
      state={stateOf(rule, liveRule)}
      problems={concerning(draft.problems, pointer)}
      warnings={concerning(draft.warnings, pointer)}
      editing={onEdit ? editing : null}
      onAddCondition={(what) => void addWhen(what)}
      onAddPrize={(prize) => void givePrize(prize)}
      onAddForFriends={(member) => void addForFriends(member)}
      onStack={(stacks) => change({ stacks } as Partial<Rule>)}
      onLimit={() => {
        setAdded(limitSlotOf(rule))
        edit(addLimit)
      }}
      onSwitch={(isActive) => change({ isActive })}
      otherCardOf={(warning) => {
        const other = otherCardIn(warning, draft.program)
        if (other === null) return null
        const off = (program: Program): Program =>
          changeRule(program, other.id, (latest) => ({ ...latest, isActive: false }))
        return { name: other.name, onSwitchOff: () => onEdit?.(off) }
      }}
      onRename={() => onRename(rule)}
      onDuplicate={() => onEdit?.((program) => duplicate(program, rule, takenIds(queue)))}
      onRemove={() =>
        onEdit?.((program) => ({ ...program, rules: program.rules.filter(({ id }) => id !== rule.id) }))
      }
    />
  )
}

/** A rule that is wrong has no sentence: what is live, or was, is shown until it is put right. */
function partsOf(view: RuleView | undefined, live: RuleView | undefined): readonly Part[] {
  if (view && view.parts.length > 0) return view.parts as readonly Part[]
  if (live) return live.parts as readonly Part[]
  return [{ text: view?.name ?? '…' }]
}

function stateOf(rule: Rule, live: Rule | undefined): RuleState {
  if (!live) return 'new'
  return JSON.stringify(rule) === JSON.stringify(live) ? 'live' : 'changed'
}

function duplicate(program: Program, rule: Rule, taken: readonly number[]): Program {
  return { ...program, rules: [...program.rules, { ...rule, id: nextId(program, taken) }] }
}

/** How the slots of a rule are edited: what they offer, and which may be empty. */
export function useSentenceEditing(
  mayBeEmpty: (slot: string) => boolean,
  onChange: SentenceEditing['onChange'],
  added: string | null = null,
): SentenceEditing {
  const { t } = useTranslation()
  const tenant = useTenant()
  return {
    onChange,
    added,
    neverOf: (slot) => {
      if (!mayBeEmpty(slot)) return null
      if (slot.startsWith('/when/')) return t('program.when.none')
      if (slot === '/limit/times') return t('program.limit.none')
      if (slot === '/stampsGoodDays') return t('program.preview.forEver')
      if (slot === '/reward' || slot === '/friendReward') return t('program.prize.noReward')
      if (slot === '/points') return t('program.prize.noPoints')
      return t('program.noLimit')
    },
    findChoices: async (picks, search) => {
      const of = picks as 'brand'
      const found = await call('program.choices', tenant, { query: { of, ...(search ? { search } : {}) } })
      return found.answer.items
    },
  }
}
