import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import css from './editing.module.css'
import { differencesOf, merge, type Whose } from './merge.ts'
import type { Editing } from './use-editing.ts'

export interface Member<Values> {
  /** Like `coupon.validDays`. */
  readonly path: string
  readonly label: string
  /** In words, for people. */
  readonly show: (values: Values) => string
}

interface ChangedDialogProps<Values extends object> {
  readonly editing: Editing<Values>
  readonly members: readonly Member<Values>[]
}

/** Somebody else was quicker: yours, theirs and the result, line by line. Nothing is lost. */
export function ChangedDialog<Values extends object>({ editing, members }: ChangedDialogProps<Values>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { conflict } = editing
  const [chosen, setChosen] = useState<ReadonlyMap<string, Whose>>(new Map())
  if (!conflict) return null
  const { base, mine, theirs, problem } = conflict
  const differences = differencesOf(
    members.map(({ path }) => path),
    base,
    mine,
    theirs.values,
  )
  const whoseOf = new Map(differences.map(({ path, whose }) => [path, chosen.get(path) ?? whose]))
  const save = (): void => void editing.resolve(merge(mine, theirs.values, whoseOf))
  const title = problem.changedBy
    ? t('common.changed.title', { who: problem.changedBy })
    : t('common.changed.titleUnknown')
  return (
    <Dialog
      title={title}
      about={problem.changedAt ? format.moment(problem.changedAt) : null}
      isWide
      isOpen
      onClose={editing.closeConflict}
      onSubmit={save}
      consequence={t('common.changed.text')}
      actions={
        <>
          <Button onClick={editing.takeTheirs}>{t('common.changed.keepTheirs')}</Button>
          <Button type="submit" variant="filled" loading={editing.isBusy}>
            {t('common.changed.save')}
          </Button>
        </>
      }
    >
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">{t('common.changed.member')}</th>
            <th scope="col">{t('common.changed.yours')}</th>
            <th scope="col">{t('common.changed.theirs')}</th>
            <th scope="col">{t('common.changed.result')}</th>
          </tr>
        </thead>
        <tbody>
          {members
            .filter(({ path }) => whoseOf.has(path))
            .map((member) => (
              <Line
                key={member.path}
                label={member.label}
                yours={member.show(mine)}
                theirs={member.show(theirs.values)}
                whose={whoseOf.get(member.path) ?? 'yours'}
                onChoose={(whose) => setChosen(new Map(chosen).set(member.path, whose))}
              />
            ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function Line(props: {
  readonly label: string
  readonly yours: string
  readonly theirs: string
  readonly whose: Whose
  readonly onChoose: (whose: Whose) => void
}) {
  const { t } = useTranslation()
  const { label, whose, onChoose } = props
  const shown = (text: string): string => text || t('common.changed.empty')
  return (
    <tr>
      <th scope="row">{label}</th>
      {(['yours', 'theirs'] as const).map((side) => (
        <td key={side}>
          <label className={side === whose ? css.chosen : css.choice}>
            <input
              type="radio"
              name={`changed-${label}`}
              checked={side === whose}
              onChange={() => onChoose(side)}
              aria-label={`${label}: ${t(`common.changed.${side}`)}`}
            />
            <span>{shown(props[side])}</span>
          </label>
        </td>
      ))}
      <td className={css.result}>{shown(props[whose])}</td>
    </tr>
  )
}
