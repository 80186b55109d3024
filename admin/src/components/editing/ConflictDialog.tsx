import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import css from './editing.module.css'
import type { Whose } from './merge.ts'

/** One thing that differs between what was typed and what another person saved. */
export interface Conflict {
  readonly key: string
  readonly label: string
  /** null or empty: it is not there. */
  readonly yours: string | null
  readonly theirs: string | null
  /** The side that is chosen at first; default: yours. */
  readonly whose?: Whose
}

interface ConflictDialogProps {
  readonly changedBy: string | undefined
  readonly changedAt: string | undefined
  readonly conflicts: readonly Conflict[]
  readonly isBusy?: boolean
  readonly onTakeTheirs: () => void
  /** With the side that was chosen for each. */
  readonly onSave: (sides: ReadonlyMap<string, Whose>) => void
  readonly onClose: () => void
}

/** Another person saved first: yours, theirs and the result, and who it was. Nothing is lost. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { changedBy, changedAt, conflicts, onTakeTheirs, onSave, onClose } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [sides, setSides] = useState<ReadonlyMap<string, Whose>>(new Map())
  const sideOf = ({ key, whose = 'yours' }: Conflict): Whose => sides.get(key) ?? whose
  return (
    <Dialog
      title={changedBy ? t('common.changed.title', { who: changedBy }) : t('common.changed.titleUnknown')}
      about={changedAt ? format.moment(changedAt) : null}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => onSave(new Map(conflicts.map((one) => [one.key, sideOf(one)])))}
      consequence={t('common.changed.text')}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{t('common.changed.keepTheirs')}</Button>
          <Button type="submit" variant="filled" loading={props.isBusy ?? false}>
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
          {conflicts.map((conflict) => (
            <Line
              key={conflict.key}
              conflict={conflict}
              whose={sideOf(conflict)}
              onChoose={(side) => setSides(new Map(sides).set(conflict.key, side))}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function Line(props: {
  readonly conflict: Conflict
  readonly whose: Whose
  readonly onChoose: (whose: Whose) => void
}) {
  const { t } = useTranslation()
  const { conflict, whose, onChoose } = props
  const { key, label } = conflict
  const shown = (text: string | null): string => text || t('common.changed.empty')
  return (
    <tr>
      <th scope="row">{label}</th>
      {(['yours', 'theirs'] as const).map((side) => (
        <td key={side}>
          <label className={side === whose ? css.chosen : css.choice}>
            <input
              type="radio"
              name={`changed-${key}`}
              checked={side === whose}
              onChange={() => onChoose(side)}
              aria-label={`${label}: ${t(`common.changed.${side}`)}`}
            />
            <span>{shown(conflict[side])}</span>
          </label>
        </td>
      ))}
      <td className={css.result}>{shown(conflict[whose])}</td>
    </tr>
  )
}
