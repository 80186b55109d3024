import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import css from './changed.module.css'

/** One thing that differs between what I have and what somebody else has saved. */
export interface Conflict {
  readonly key: string
  readonly label: string
  /** null: it is not there. */
  readonly yours: string | null
  readonly theirs: string | null
}

type Side = 'yours' | 'theirs'

interface ChangedDialogProps {
  readonly changedBy: string | undefined
  readonly changedAt: string | undefined
  readonly conflicts: readonly Conflict[]
  readonly onTakeTheirs: () => void
  /** With the side that was chosen for each. */
  readonly onSave: (sides: ReadonlyMap<string, Side>) => void
  readonly onClose: () => void
}

/** Somebody was quicker: yours, theirs and the result, and who it was. Nothing is lost. */
export function ChangedDialog(props: ChangedDialogProps) {
  const { changedBy, changedAt, conflicts, onTakeTheirs, onSave, onClose } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map())
  const sideOf = (key: string): Side => sides.get(key) ?? 'yours'
  const choose = (key: string, side: Side): void => setSides(new Map(sides).set(key, side))
  return (
    <Dialog
      title={changedBy ? t('common.changed.title', { who: changedBy }) : t('common.changed.titleUnknown')}
      about={changedAt ? format.moment(changedAt) : null}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => onSave(new Map(conflicts.map(({ key }) => [key, sideOf(key)])))}
      consequence={t('common.changed.text')}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{t('common.changed.keepTheirs')}</Button>
          <Button type="submit" variant="filled">
            {t('common.changed.save')}
          </Button>
        </>
      }
    >
      <table className={css.table} aria-label={t('common.changed.text')}>
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
            <tr key={conflict.key}>
              <th scope="row">{conflict.label}</th>
              {(['yours', 'theirs'] as const).map((side) => (
                <td key={side}>
                  <label className={css.side}>
                    <input
                      type="radio"
                      name={conflict.key}
                      checked={sideOf(conflict.key) === side}
                      onChange={() => choose(conflict.key, side)}
                    />
                    <span>{conflict[side] ?? t('common.changed.empty')}</span>
                  </label>
                </td>
              ))}
              <td>
                <ins className={css.result}>
                  {conflict[sideOf(conflict.key)] ?? t('common.changed.empty')}
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
