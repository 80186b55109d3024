import { useTranslation } from 'react-i18next'
import { useChange, useRead } from '../../../api/hooks.ts'
import { Question } from '../../../components/dialog/Question.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { isZero } from '../../../format/decimal.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Figures } from './Figures.tsx'
import { bringsNoPoints, type Import } from './import.ts'
import { UsedLots } from './UsedLots.tsx'

interface UndoDialogProps {
  readonly imported: Pick<Import, 'id' | 'file' | 'kind'>
  /** Whether it waits for another person. */
  readonly onStarted: (waits: boolean) => void
  readonly onClose: () => void
}

/** What would be taken off now, and what stays, before anything is. */
export function UndoDialog({ imported, onStarted, onClose }: UndoDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const undo = useChange('imports.undo')
  const params = { id: imported.id }
  const found = useRead('imports.previewUndo', { params })
  const preview = found.data?.answer
  const isWithoutPoints = bringsNoPoints(imported.kind)
  return (
    <Question
      title={t('imports.undo.title')}
      cancel={t('imports.undo.keep')}
      submit={t('imports.undo.submit')}
      run={() => undo({ params })}
      onDone={({ answer }) => onStarted(answer.approval !== null)}
      onClose={onClose}
      isIdle={!preview}
      isDestructive
    >
      {found.error ? <ProblemNotice problem={found.error.problem} /> : null}
      {preview ? (
        <>
          <Figures
            figures={[
              [t('imports.undo.lines'), format.number(preview.lines)],
              isWithoutPoints ? null : [t('imports.undo.taken'), format.points(preview.taken.points)],
              isWithoutPoints ? null : [t('imports.undo.stays'), format.points(preview.stays.points)],
              isWithoutPoints
                ? [
                    t(imported.kind === 'orders' ? 'imports.undo.keptOrders' : 'imports.undo.kept'),
                    format.number(preview.kept),
                  ]
                : null,
              isZero(preview.forgiven.points)
                ? null
                : [t('imports.undo.forgiven'), format.points(preview.forgiven.points)],
              isZero(preview.repaid.points)
                ? null
                : [t('imports.undo.repaid'), format.points(preview.repaid.points)],
            ]}
          />
          {preview.usedLots > 0 ? (
            <p>
              {t('imports.undo.used', {
                count: preview.customersWhoUsed,
                used: preview.usedLots,
                lots: preview.lots,
                points: format.points(preview.stays.points),
              })}
            </p>
          ) : null}
          {preview.usedLots > 0 ? (
            <UsedLots imported={imported} title={t('imports.used.titleBefore')} />
          ) : null}
          {preview.made > preview.withdrawn ? (
            <p className="muted">{t('imports.undo.made', { count: preview.made - preview.withdrawn })}</p>
          ) : null}
        </>
      ) : (
        <>
          <p className="visually-hidden">{t('imports.undo.reading')}</p>
          <SkeletonRows count={3} />
        </>
      )}
    </Question>
  )
}
