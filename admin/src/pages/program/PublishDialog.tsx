import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Changes } from '../../components/diff/Changes.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice, Warning } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, toLocal } from '../../format/zone.ts'
import { linesOf } from './changes.ts'
import css from './program.module.css'
import type { Draft } from './program.ts'

interface PublishDialogProps {
  readonly draft: Draft
  /** The version that is live; null: none. */
  readonly current: number | null
  readonly etag: string | null
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Left what changes, right when; named by what it does. */
export function PublishDialog({ draft, current, etag, onClose, onDone }: PublishDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const publish = useChange('program.publish')
  // The same key for every try: a publish whose answer was lost is not done twice.
  const [key] = useState(newKey)
  const [note, setNote] = useState(draft.note ?? '')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [moment, setMoment] = useState(() => tomorrow(format.timeZone))
  const { problem, isBusy, send } = useSending()
  const isLater = when === 'later'
  const submit = () => {
    const body = { effectiveAt: isLater ? moment : null, note: note.trim() === '' ? null : note.trim() }
    return send(publish({ body, etag, key }), async () => {
      await onDone()
      onClose()
    })
  }
  const isWrong = draft.problems.length > 0
  return (
    <Dialog
      title={t('program.publish.title')}
      about={current === null ? null : t('program.publish.against', { version: current })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      side={
        <>
          <h2>{t('program.publish.when')}</h2>
          <div className={css.when}>
            <Choices
              label={t('program.publish.when')}
              name="when"
              value={when}
              onChange={setWhen}
              choices={[
                { value: 'now', label: t('program.publish.now') },
                {
                  value: 'later',
                  label: t('program.publish.later'),
                  about: t('program.publish.laterAbout', { zone: format.zone }),
                },
              ]}
            />
            {isLater ? (
              <DateTimeInput
                label={t('common.clockOf', { zone: format.zone })}
                value={moment}
                minNow
                onChange={(chosen) => setMoment(chosen ?? moment)}
              />
            ) : null}
          </div>
        </>
      }
      consequence={
        current === null ? t('program.publish.first') : t('program.publish.consequence', { version: current })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('program.publish.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy} disabled={isWrong}>
            {isLater
              ? t('program.publish.schedule', { date: format.date(moment) })
              : t('program.publish.submit')}
          </Button>
        </>
      }
    >
      {problem ? <ProblemNotice problem={problem} /> : null}
      <h2>{t('program.publish.changes', { count: draft.changes.length })}</h2>
      <Changes changes={linesOf(draft.changes, draft.program.rules)} />
      {isWrong || draft.warnings.length > 0 ? (
        <div className={css.before}>
          <h2>{isWrong ? t('program.publish.putRight') : t('program.publish.before')}</h2>
          {draft.problems.map(({ pointer, message }) => (
            <p key={pointer + message} className={css.problem}>
              {message}
            </p>
          ))}
          {draft.warnings.map(({ pointer, message }) => (
            <Warning key={pointer + message}>{message}</Warning>
          ))}
        </div>
      ) : null}
      <div className={css.before}>
        <TextInput
          label={t('program.publish.note')}
          value={note}
          maxLength={1_000}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

/** The next midnight of the merchant. */
function tomorrow(timeZone: string): string {
  const soon = toLocal(new Date(Date.now() + 86_400_000).toISOString(), timeZone)
  return fromLocal(`${soon.slice(0, 10)}T00:00`, timeZone)
}
