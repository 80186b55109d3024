import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newKey } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { type ChangeLine, Changes } from '../../components/diff/Changes.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import type { Refused } from '../../components/form/errors.ts'
import { useSending } from '../../components/form/use-sending.ts'
import { ProblemNotice, Warning } from '../../components/notice/Notice.tsx'
import { useFormat } from '../../format/use-format.ts'
import { fromLocal, toLocal } from '../../format/zone.ts'
import { CarryConflicts, Carrying } from './Carrying.tsx'
import { ContentsOf } from './ChosenNote.tsx'
import { linesOf } from './changes.ts'
import { type Finding, findingsOf } from './findings.ts'
import type { Published } from './PublishedNote.tsx'
import css from './program.module.css'
import { type Draft, groupsIn } from './program.ts'
import { type CarryConflict, carryingOf, type Waiting } from './queue.ts'

interface PublishDialogProps {
  readonly draft: Draft
  /** The version that is live; null: none. */
  readonly current: number | null
  readonly queue: readonly Waiting[]
  readonly etag: string | null
  readonly onClose: () => void
  readonly onReload: () => Promise<void>
  readonly onPublished: (published: Published) => void
}

/** Left what changes, right when; named by what it does. */
export function PublishDialog({ onClose, onReload, onPublished, ...given }: PublishDialogProps) {
  const { t } = useTranslation()
  // Once it is sent the page reads what has become of it, and the dialog still shows what was sent.
  const [sent, setSent] = useState<Shown | null>(null)
  const { draft, current, queue, etag } = sent ?? given
  const format = useFormat()
  const publish = useChange('program.publish')
  // The same key for every try: a publish whose answer was lost is not done twice.
  const [key] = useState(newKey)
  const [note, setNote] = useState(draft.note ?? '')
  // What waits is changed where it waits.
  const based = queue.find(({ version }) => version === draft.basedOn)
  const [isLater, setIsLater] = useState(based !== undefined)
  const [moment, setMoment] = useState(() => based?.effectiveAt ?? tomorrow(format.timeZone))
  const [isAgreed, setIsAgreed] = useState(false)
  const { problem, isBusy, send } = useSending()
  const keepMine = useKeepMine({ draft, current, etag }, (saved) => void send(saved, onReload))
  const into = carryingOf(draft, current, queue, isLater ? moment : null)
  const carries = into.live !== null || into.waiting.length > 0
  const submit = async (): Promise<void> => {
    const effectiveAt = isLater ? moment : null
    const body = { effectiveAt, note: note.trim() === '' ? null : note.trim(), carry: carries && isAgreed }
    setSent(given)
    let isDone = false
    await send(publish({ body, etag, key }), async ({ answer }) => {
      isDone = true
      await onReload()
      onClose()
      onPublished(answer)
    })
    if (!isDone) setSent(null)
  }
  const isWrong = draft.problems.length > 0
  const isUndecided = carries && !isAgreed
  const effect =
    current === null ? t('program.publish.first') : t('program.publish.consequence', { version: current })
  const consequence = isUndecided ? t('program.carry.notAgreed') : effect
  return (
    <Dialog
      title={t('program.publish.title')}
      about={draft.basedOn === 0 ? null : t('program.publish.against', { version: draft.basedOn })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      side={<When isLater={isLater} onLater={setIsLater} moment={moment} onMoment={setMoment} />}
      consequence={<span aria-live="polite">{consequence}</span>}
      actions={
        <>
          <Button onClick={onClose}>{t('program.publish.cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy || sent !== null}
            disabled={isWrong || isUndecided}
          >
            {isLater
              ? t('program.publish.schedule', { date: format.date(moment) })
              : t('program.publish.submit')}
          </Button>
        </>
      }
    >
      {problem?.conflicts ? (
        <CarryConflicts conflicts={problem.conflicts as Conflicts} onKeepMine={keepMine(problem)} />
      ) : null}
      {problem && !problem.conflicts ? <ProblemNotice problem={problem} /> : null}
      <h2>{t('program.publish.changes', { count: draft.changes.length })}</h2>
      <Changes changes={withContents(draft)} />
      <Findings draft={draft} />
      {carries ? <Carrying into={into} isAgreed={isAgreed} onAgree={setIsAgreed} /> : null}
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

type Shown = Pick<PublishDialogProps, 'draft' | 'current' | 'queue' | 'etag'>

/** So many say what a rule is about. */
const CONTENTS_MAX = 5

/** Below a rule that is new or names other things: what is in the brands and categories that it names. */
function withContents({ changes, program: { rules } }: Draft): readonly ChangeLine[] {
  return linesOf(changes, rules).map((line, index) => {
    const { kind, ruleId, member } = changes[index] ?? {}
    const rule = rules.find(({ id }) => id === ruleId)
    if (!rule || !(kind === 'added' || member === 'ids' || member === 'of')) return line
    const contents = groupsIn(rule)
      .slice(0, CONTENTS_MAX)
      .map((one) => <ContentsOf key={one.id} {...one} />)
    return {
      ...line,
      sentence: (
        <>
          {line.sentence}
          {contents}
        </>
      ),
    }
  })
}

type Conflicts = readonly CarryConflict[]

/** Where only the live version is in the way, the draft can become a change to that one, and win over it. */
function useKeepMine(
  { draft, current, etag }: Pick<PublishDialogProps, 'draft' | 'current' | 'etag'>,
  send: (sent: ReturnType<ReturnType<typeof useChange<'program.draft.put'>>>) => void,
) {
  const save = useChange('program.draft.put')
  return ({ conflicts = [] }: Pick<Refused, 'conflicts'>): (() => void) | null => {
    const isOfLive = (conflicts as Conflicts).every(({ version }) => version === current)
    if (!isOfLive || current === null) return null
    return () => send(save({ body: { program: draft.program, note: draft.note, basedOn: current }, etag }))
  }
}

interface WhenProps {
  readonly isLater: boolean
  readonly onLater: (isLater: boolean) => void
  readonly moment: string
  readonly onMoment: (moment: string) => void
}

function When({ isLater, onLater, moment, onMoment }: WhenProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <h2>{t('program.publish.when')}</h2>
      <div className={css.when}>
        <Choices
          label={t('program.publish.when')}
          name="when"
          value={isLater ? 'later' : 'now'}
          onChange={(chosen) => onLater(chosen === 'later')}
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
            onChange={(chosen) => onMoment(chosen ?? moment)}
          />
        ) : null}
      </div>
    </>
  )
}

/** What is wrong with the draft, and what may not be meant. */
function Findings({ draft }: Pick<PublishDialogProps, 'draft'>) {
  const { t } = useTranslation()
  const { problems } = draft
  const { changed, others } = findingsOf(draft)
  if (problems.length + changed.length + others.length === 0) return null
  const first = problems.length > 0 ? 'putRight' : 'before'
  return (
    <div className={css.before}>
      {problems.length + changed.length > 0 ? <h2>{t(`program.publish.${first}`)}</h2> : null}
      {problems.map(({ pointer, message }) => (
        <p key={pointer + message} className={css.problem}>
          {message}
        </p>
      ))}
      <Warnings findings={changed} />
      {others.length > 0 ? <h2>{t('program.publish.others')}</h2> : null}
      <Warnings findings={others} />
    </div>
  )
}

function Warnings({ findings }: { readonly findings: readonly Finding[] }) {
  return findings.map(({ message, names }) => (
    <Warning key={message}>
      {names.length > 0 ? <strong>{names.join(', ')}: </strong> : null}
      {message}
    </Warning>
  ))
}

/** The next midnight of the merchant. */
function tomorrow(timeZone: string): string {
  const soon = toLocal(new Date(Date.now() + 86_400_000).toISOString(), timeZone)
  return fromLocal(`${soon.slice(0, 10)}T00:00`, timeZone)
}
