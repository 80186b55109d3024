import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Part, SentenceEditing } from '../../components/sentence/types.ts'
import { useFormat } from '../../format/use-format.ts'
import css from './program.module.css'
import {
  type Addable,
  addCondition,
  changeRule,
  changeSlot,
  concerning,
  type Draft,
  GROUPS,
  isNullable,
  type Program,
  pickedFor,
  type Rule,
  type RuleView,
} from './program.ts'
import { RemovedRow, RuleRow, type RuleState } from './RuleRow.tsx'
import { Strip } from './Strip.tsx'

interface RuleListProps {
  readonly draft: Draft
  /** As it is live; null: nothing was published. */
  readonly live: { readonly program: Program; readonly rules: readonly RuleView[] } | null
  /** null: it can only be read. */
  readonly onEdit: ((change: (program: Program) => Program) => void) | null
  readonly onRename: (rule: Rule) => void
}

/** The rules as sentences in their groups, with what differs from what is live. */
export function RuleList({ draft, live, onEdit, onRename }: RuleListProps) {
  const { t } = useTranslation()
  const { rules } = draft.program
  return GROUPS.map(({ name, kinds }) => {
    const isOfGroup = ({ kind }: { readonly kind: string | null }): boolean =>
      (kinds as readonly (string | null)[]).includes(kind)
    const own = rules.filter(isOfGroup)
    const removed = (live?.program.rules ?? []).filter(
      (rule) => isOfGroup(rule) && !rules.some(({ id }) => id === rule.id),
    )
    if (own.length + removed.length === 0) return null
    return (
      <section key={name} className={css.group}>
        <header className={css.groupHead}>
          <h2>{t(`program.groups.${name}.title`)}</h2>
          <p>{t(`program.groups.${name}.about`)}</p>
        </header>
        {name === 'campaigns' ? <Strip rules={rules} /> : null}
        <ul>
          {own.map((rule) => (
            <DraftRule
              key={rule.id}
              rule={rule}
              draft={draft}
              live={live}
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

interface DraftRuleProps extends RuleListProps {
  readonly rule: Rule
}

function DraftRule({ rule, draft, live, onEdit, onRename }: DraftRuleProps) {
  const view = draft.rules.find(({ id }) => id === rule.id)
  const liveView = live?.rules.find(({ id }) => id === rule.id)
  const liveRule = live?.program.rules.find(({ id }) => id === rule.id)
  const pointer = view?.pointer ?? `/rules/${draft.program.rules.indexOf(rule)}`
  const { timeZone } = useFormat()
  const edit = (change: (latest: Rule) => Rule): void =>
    onEdit?.((program) => changeRule(program, rule.id, change))
  const editing = useSentenceEditing(
    (slot) => isNullable(rule, slot),
    (slot, value) => edit((latest) => changeSlot(latest, slot, value)),
  )
  const addWhen = async (what: Addable): Promise<void> => {
    const picked = pickedFor(what)
    const [first] = picked === null ? [] : await editing.findChoices(picked, '')
    const asked = { timeZone, now: new Date(), first: first?.id ?? '?' }
    edit((latest) => addCondition(latest, what, asked))
  }
  const change = (changed: Partial<Rule>): void => edit((latest) => ({ ...latest, ...changed }) as Rule)
  return (
    <RuleRow
      rule={rule}
      parts={partsOf(view, liveView)}
      live={liveView ? liveView.parts : null}
      state={stateOf(rule, liveRule)}
      problems={concerning(draft.problems, pointer)}
      warnings={concerning(draft.warnings, pointer)}
      editing={onEdit ? editing : null}
      onAddCondition={(what) => void addWhen(what)}
      onStack={(stacks) => change({ stacks } as Partial<Rule>)}
      onSwitch={(isActive) => change({ isActive })}
      onRename={() => onRename(rule)}
      onDuplicate={() => onEdit?.((program) => duplicate(program, rule))}
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

function duplicate(program: Program, rule: Rule): Program {
  const id = Math.max(...program.rules.map((one) => one.id)) + 1
  return { ...program, rules: [...program.rules, { ...rule, id }] }
}

/** How the slots of a rule are edited: what they offer, and which may be empty. */
export function useSentenceEditing(
  mayBeEmpty: (slot: string) => boolean,
  onChange: SentenceEditing['onChange'],
): SentenceEditing {
  const { t } = useTranslation()
  const tenant = useTenant()
  return {
    onChange,
    neverOf: (slot) => {
      if (!mayBeEmpty(slot)) return null
      if (slot.startsWith('/when/')) return t('program.when.none')
      return slot === '/validityDays' ? t('program.forEver') : t('program.noLimit')
    },
    findChoices: async (picks, search) => {
      const of = picks as 'brand'
      const found = await call('program.choices', tenant, { query: { of, ...(search ? { search } : {}) } })
      return found.answer.items
    },
  }
}
