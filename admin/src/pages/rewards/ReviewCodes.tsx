import { Button, Checkbox, Select } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { FieldRow } from '../../components/form/Form.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { Progress } from '../../components/progress/Progress.tsx'
import { useFormat } from '../../format/use-format.ts'
import { CodeSum } from './CodeSum.tsx'
import {
  addFigures,
  type CodeFigures,
  type CodeFile,
  cellsOf,
  DELIMITERS,
  type FileFormat,
  guessFormat,
  NOTHING_SENT,
  partsOf,
  readCodes,
} from './code-file.ts'
import css from './rewards.module.css'

const SHOWN_MAX = 10

interface ReviewCodesProps {
  readonly listId: number
  readonly name: string
  readonly lines: readonly string[]
  readonly onCancel: () => void
  readonly onAdd: (file: CodeFile) => void
}

/** What a file would add, before anything is live. */
export function ReviewCodes({ listId, name, lines, onCancel, onAdd }: ReviewCodesProps) {
  const { t } = useTranslation()
  const number = useFormat().number
  const [form, setForm] = useState(() => guessFormat(lines))
  const file = useMemo(() => readCodes(lines, form), [lines, form])
  const { figures, problem } = useChecked(listId, file)
  const isChecked = figures.sent === file.codes.length
  return (
    <section className={css.review} aria-label={t('couponLists.review.title', { name })}>
      <h3>{t('couponLists.review.title', { name })}</h3>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <FormatFields lines={lines} form={form} onChange={setForm} />
      <div className={css.reviewColumns}>
        <div>
          <p className={css.reviewHead}>
            {t('couponLists.review.first', {
              count: Math.min(SHOWN_MAX, file.codes.length),
            })}
          </p>
          <ol className={css.firstCodes}>
            {file.codes.slice(0, SHOWN_MAX).map(({ code, line }) => (
              <li key={line}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
        </div>
        {isChecked ? (
          <CodeSum name={name} file={file} figures={figures} label={t('couponLists.review.added')} />
        ) : (
          <Progress
            label={t('couponLists.review.checking', {
              sent: number(figures.sent),
              total: number(file.codes.length),
            })}
            done={figures.sent}
            of={file.codes.length}
          />
        )}
      </div>
      <div className={css.reviewActions}>
        <Button variant="filled" disabled={!isChecked || figures.added === 0} onClick={() => onAdd(file)}>
          {isChecked
            ? t('couponLists.review.add', { count: figures.added })
            : t('couponLists.review.addPending')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <p className="muted small">{t('couponLists.review.notYet')}</p>
      </div>
    </section>
  )
}

interface FormatFieldsProps {
  readonly lines: readonly string[]
  readonly form: FileFormat
  readonly onChange: (form: FileFormat) => void
}

function FormatFields({ lines, form, onChange }: FormatFieldsProps) {
  const { t } = useTranslation()
  const first = cellsOf(lines.find((line) => line.trim() !== '') ?? '', form.delimiter)
  return (
    <>
      <FieldRow>
        <Select
          label={t('couponLists.review.delimiter')}
          data={DELIMITERS.map((value) => ({ value, label: t(`couponLists.review.delimiters.${value}`) }))}
          value={form.delimiter}
          onChange={(value) => {
            const delimiter = DELIMITERS.find((one) => one === value) ?? 'none'
            onChange({ ...form, delimiter, column: 0 })
          }}
          allowDeselect={false}
        />
        {first.length > 1 ? (
          <Select
            label={t('couponLists.review.column')}
            data={first.map((cell, index) => ({
              value: String(index),
              label:
                form.hasHeader && cell !== '' ? cell : t('couponLists.review.nth', { number: index + 1 }),
            }))}
            value={String(form.column)}
            onChange={(value) => onChange({ ...form, column: Number(value) })}
            allowDeselect={false}
          />
        ) : null}
      </FieldRow>
      <Checkbox
        label={t('couponLists.review.header', { line: (first[form.column] ?? '').slice(0, 60) })}
        checked={form.hasHeader}
        onChange={(event) => onChange({ ...form, hasHeader: event.currentTarget.checked })}
      />
    </>
  )
}

/** What the server says of the codes, part by part; nothing is added. */
function useChecked(
  listId: number,
  file: CodeFile,
): { readonly figures: CodeFigures; readonly problem: Problem | null } {
  const check = useChange('couponLists.checkCodes')
  const [figures, setFigures] = useState(NOTHING_SENT)
  const [problem, setProblem] = useState<Problem | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another reading of the file is checked again
  useEffect(() => {
    let isLeft = false
    const run = async (): Promise<void> => {
      let sum = NOTHING_SENT
      setFigures(sum)
      setProblem(null)
      for (const part of partsOf(file.codes)) {
        const outcome = await check({ params: { id: listId }, body: part.text })
        if (isLeft) return
        if (!outcome.isDone) return setProblem(outcome.problem)
        sum = addFigures(sum, outcome.answer, part)
        setFigures(sum)
      }
    }
    void run()
    return () => {
      isLeft = true
    }
  }, [file, listId])
  return { figures, problem }
}
