import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useDialogInAddress } from '../../components/dialog/use-dialog-in-address.ts'
import { DraftBar } from '../../components/draft-bar/DraftBar.tsx'
import { UnsavedGuard } from '../../components/editing/UnsavedGuard.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page, WithSide } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { useFormat } from '../../format/use-format.ts'
import { AddRuleDialog } from './AddRuleDialog.tsx'
import { Cashback } from './Cashback.tsx'
import { countChanges } from './changes.ts'
import { DiscardDialog } from './DiscardDialog.tsx'
import { DraftConflict } from './DraftConflict.tsx'
import { Preview } from './Preview.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { type Published, PublishedNote } from './PublishedNote.tsx'
import css from './program.module.css'
import { changeRule, type Draft, makeRule, type NewRule, type Program, type Rule } from './program.ts'
import { Queue } from './Queue.tsx'
import { takenIds } from './queue.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { RuleList } from './RuleList.tsx'
import { TryOutDialog } from './TryOutDialog.tsx'
import { type DraftEditing, useDraft } from './use-draft.ts'
import { useShownRule } from './use-shown-rule.ts'

type Overview = Answer<'program.get'>
const DIALOGS = ['add', 'publish', 'discard', 'tryOut'] as const
type DialogName = (typeof DIALOGS)[number]

export default function ProgramPage() {
  const { t } = useTranslation()
  const mayWrite = useMay('program.write')
  const overview = useRead('program.get', {})
  const editing = useDraft()
  const [dialog, openDialog] = useDialogInAddress(DIALOGS)
  const isLoaded = overview.data !== undefined && editing.draft !== null
  return (
    <Page
      title={t('shell.pages.program')}
      about={overview.data ? <LiveVersion overview={overview.data.answer} /> : null}
      actions={
        <>
          <PageLink to="/program/history" className={css.history}>
            {t('program.history.link')}
          </PageLink>
          {mayWrite && isLoaded ? (
            <Button leftSection={<Icon name="plus" />} onClick={() => openDialog('add')}>
              {t('program.add.action')}
            </Button>
          ) : null}
        </>
      }
    >
      {overview.error ? <ProblemNotice problem={overview.error.problem} /> : null}
      {editing.problem && editing.problem.name !== 'changed' ? (
        <ProblemNotice
          problem={editing.problem}
          actions={
            <Button
              size="xs"
              onClick={() => (editing.isUnsaved ? editing.saveAgain() : void editing.reload())}
            >
              {t('common.tryAgain')}
            </Button>
          }
        />
      ) : null}
      {isLoaded && editing.draft ? (
        <Loaded
          overview={overview.data.answer}
          draft={editing.draft}
          editing={editing}
          dialog={dialog}
          onDialog={openDialog}
        />
      ) : (
        <SkeletonRows count={5} height={84} />
      )}
    </Page>
  )
}

function LiveVersion({ overview: { current } }: { readonly overview: Overview }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!current) return <Status kind="off">{t('program.nothingLive')}</Status>
  return (
    <>
      <Status kind="well">{t('program.live', { version: current.version })}</Status>
      <span className="small">
        {current.publishedBy
          ? t('program.sinceBy', { date: format.date(current.effectiveAt), who: current.publishedBy.label })
          : t('program.since', { date: format.date(current.effectiveAt) })}
      </span>
    </>
  )
}

interface LoadedProps {
  readonly overview: Overview
  readonly draft: Draft
  readonly editing: DraftEditing
  readonly dialog: DialogName | null
  readonly onDialog: (name: DialogName | null) => void
}

function Loaded({ overview, draft, editing, dialog, onDialog }: LoadedProps) {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const mayWrite = useMay('program.write')
  const [renamed, setRenamed] = useState<Rule | null>(null)
  const [published, setPublished] = useState<Published | null>(null)
  const show = useShownRule()
  const close = (): void => onDialog(null)
  const add = (rule: NewRule): void => {
    close()
    const edited = editing.edit((program) => {
      const made = makeRule(rule, program, timeZone, new Date(), takenIds(overview.queue))
      return { ...program, rules: [...program.rules, made] }
    })
    const made = edited?.rules.at(-1)
    if (made) show(made.id)
  }
  const { current, queue, combining } = overview
  const isEmpty = draft.program.rules.length === 0 && current === null
  return (
    <>
      {published && !draft.exists ? <PublishedNote published={published} /> : null}
      <Queue queue={queue} etag={editing.etag} onDone={editing.reload} />
      {isEmpty ? (
        <FirstRule mayWrite={mayWrite} onAdd={add} onOther={() => onDialog('add')} />
      ) : (
        <WithSide side={<Preview program={draft.program} hasDraft={draft.exists} />}>
          <RuleList
            draft={draft}
            live={current}
            queue={queue}
            onEdit={mayWrite ? editing.edit : null}
            onRename={setRenamed}
          />
          <Cashback
            program={draft.program}
            live={current?.program ?? null}
            onEdit={mayWrite ? editing.edit : null}
          />
          <p className={css.combining}>{combining}</p>
          {mayWrite ? null : <p className={css.combining}>{t('common.readOnly')}</p>}
        </WithSide>
      )}
      <UnsavedGuard isDirty={editing.isUnsaved} />
      {(draft.exists || editing.isUnsaved) && mayWrite ? (
        <Bar
          draft={draft}
          live={current?.program ?? null}
          isSaving={editing.isSaving}
          isUnsaved={editing.isUnsaved}
          onDialog={onDialog}
        />
      ) : null}
      {dialog === 'add' && mayWrite ? <AddRuleDialog onClose={close} onAdd={add} /> : null}
      {dialog === 'discard' ? (
        <DiscardDialog etag={editing.etag} onClose={close} onDone={editing.reload} />
      ) : null}
      {dialog === 'tryOut' && draft.exists ? <TryOutDialog onClose={close} /> : null}
      {dialog === 'publish' && draft.exists ? (
        <PublishDialog
          draft={draft}
          current={current?.version ?? null}
          queue={queue}
          etag={editing.etag}
          onClose={close}
          onReload={editing.reload}
          onPublished={setPublished}
        />
      ) : null}
      {renamed ? (
        <RenameDialog
          name={renamed.name ?? ''}
          onClose={() => setRenamed(null)}
          onRename={(name) => {
            editing.edit((program) => changeRule(program, renamed.id, (rule) => ({ ...rule, name })))
            setRenamed(null)
          }}
        />
      ) : null}
      {editing.problem && editing.conflict ? (
        <DraftConflict problem={editing.problem} {...editing.conflict} editing={editing} />
      ) : null}
    </>
  )
}

interface FirstRuleProps {
  readonly mayWrite: boolean
  readonly onAdd: (rule: NewRule) => void
  readonly onOther: () => void
}

function FirstRule({ mayWrite, onAdd, onOther }: FirstRuleProps) {
  const { t } = useTranslation()
  const name = t('program.kinds.purchase.name')
  return (
    <Empty
      title={t('program.empty.title')}
      action={
        mayWrite ? (
          <div className={css.firstActions}>
            <Button variant="filled" onClick={() => onAdd({ kind: 'purchase', ids: [], key: '', name })}>
              {t('program.empty.action')}
            </Button>
            <Button variant="subtle" onClick={onOther}>
              {t('program.empty.other')}
            </Button>
          </div>
        ) : null
      }
      example={t('program.kinds.purchase.example')}
    >
      {t('program.empty.text')}
    </Empty>
  )
}

interface BarProps {
  readonly draft: Draft
  readonly live: Program | null
  readonly isSaving: boolean
  readonly isUnsaved: boolean
  readonly onDialog: (name: DialogName) => void
}

function Bar({ draft, live, isSaving, isUnsaved, onDialog }: BarProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayPublish = useMay('program.publish')
  const mayTryOut = useMay('backtests.run')
  const saved = draft.savedAt === null ? '' : t('program.bar.saved', { time: format.time(draft.savedAt) })
  return (
    <DraftBar
      actions={
        <>
          {/* The one above the rules has scrolled away where a new rule is shown. */}
          <Button
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onDialog('add')}
          >
            {t('program.bar.addAnother')}
          </Button>
          <Button variant="subtle" onClick={() => onDialog('discard')}>
            {t('program.bar.discard')}
          </Button>
          {mayTryOut ? (
            <Button disabled={isSaving || isUnsaved} onClick={() => onDialog('tryOut')}>
              {t('backtests.tryOut.action')}
            </Button>
          ) : null}
          {mayPublish ? (
            <Button variant="filled" disabled={isSaving} onClick={() => onDialog('publish')}>
              {t('program.bar.publish')}
            </Button>
          ) : null}
        </>
      }
    >
      <b>{t('program.bar.changes', { count: countChanges(draft, live) })}</b>{' '}
      {isSaving ? t('program.bar.saving') : isUnsaved ? t('program.bar.unsaved') : saved}
      {draft.basedOn > 0 ? `, ${t('program.bar.basedOn', { version: draft.basedOn })}` : ''}.
      {draft.problems.length > 0 ? ` ${t('program.bar.problems', { count: draft.problems.length })}` : ''}
    </DraftBar>
  )
}
