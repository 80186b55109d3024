import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { type Conflict, ConflictDialog } from '../../components/editing/ConflictDialog.tsx'
import type { Whose } from '../../components/editing/merge.ts'
import { isSame } from '../../components/editing/path.ts'
import type { Draft, Program, Rule, RuleView } from './program.ts'
import type { DraftEditing } from './use-draft.ts'

interface DraftConflictProps {
  readonly problem: Problem
  /** What both began with. */
  readonly base: Program
  readonly yours: Program
  readonly theirs: Draft
  readonly editing: DraftEditing
}

const CASHBACK = 'cashback'

/** Another person saved the draft: rule by rule, which version stays. */
export function DraftConflict({ problem, base, yours, theirs, editing }: DraftConflictProps) {
  const { t } = useTranslation()
  const told = useRead('program.validate', { body: { program: yours } })
  if (!told.data) return null
  const { program, rules } = theirs
  const conflicts: readonly Conflict[] = [
    ...ruleConflicts(base, { program: yours, views: told.data.answer.rules }, { program, views: rules }),
    ...(JSON.stringify(yours.cashback) === JSON.stringify(program.cashback)
      ? []
      : [
          {
            key: CASHBACK,
            label: t('program.cashback.title'),
            yours: yours.cashback.pointValue,
            theirs: program.cashback.pointValue,
            whose: whoseOf(base.cashback, yours.cashback),
          },
        ]),
  ]
  return (
    <ConflictDialog
      changedBy={problem.changedBy}
      changedAt={problem.changedAt}
      conflicts={conflicts}
      onClose={() => void editing.reload()}
      onTakeTheirs={() => void editing.reload()}
      onSave={(sides) => void editing.overwrite(merged(yours, program, sides))}
    />
  )
}

interface Side {
  readonly program: Program
  readonly views: readonly RuleView[]
}

/** What I did not touch is theirs, unless I choose otherwise. */
function whoseOf(base: unknown, mine: unknown): Whose {
  return isSame(base, mine) ? 'theirs' : 'yours'
}

function ruleConflicts(base: Program, yours: Side, theirs: Side): readonly Conflict[] {
  const ids = new Set([...yours.program.rules, ...theirs.program.rules].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [mine, other] = [ruleOf(yours.program, id), ruleOf(theirs.program, id)]
    if (JSON.stringify(mine) === JSON.stringify(other)) return []
    return [
      {
        key: String(id),
        label: mine?.name ?? other?.name ?? String(id),
        yours: sentenceOf(yours, mine),
        theirs: sentenceOf(theirs, other),
        whose: whoseOf(ruleOf(base, id), mine),
      },
    ]
  })
}

function ruleOf({ rules }: Program, id: number): Rule | undefined {
  return rules.find((rule) => rule.id === id)
}

function sentenceOf({ views }: Side, rule: Rule | undefined): string | null {
  if (!rule) return null
  return views.find(({ id }) => id === rule.id)?.sentence ?? rule.name ?? null
}

function merged(yours: Program, theirs: Program, sides: ReadonlyMap<string, 'yours' | 'theirs'>): Program {
  const isTheirs = (key: string): boolean => sides.get(key) === 'theirs'
  const kept = yours.rules.flatMap((rule) => {
    if (!isTheirs(String(rule.id))) return [rule]
    const other = ruleOf(theirs, rule.id)
    return other ? [other] : []
  })
  const added = theirs.rules.filter(({ id }) => isTheirs(String(id)) && !ruleOf(yours, id))
  return { cashback: isTheirs(CASHBACK) ? theirs.cashback : yours.cashback, rules: [...kept, ...added] }
}
