import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { ChangedDialog, type Member } from '../../components/editing/ChangedDialog.tsx'
import { SaveBar } from '../../components/editing/SaveBar.tsx'
import { UnsavedGuard } from '../../components/editing/UnsavedGuard.tsx'
import { type Editing, useEditing } from '../../components/editing/use-editing.ts'
import { Empty } from '../../components/empty/Empty.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page } from '../../components/layout/Page.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { NewTierDialog } from './NewTierDialog.tsx'
import { TierExample } from './TierExample.tsx'
import { TierRow } from './TierRow.tsx'
import { bodyOf, type LadderValues, ladderOf, newTier, orderOf, pointerToField } from './tier-values.ts'
import { useTierWords } from './tier-words.ts'
import css from './tiers.module.css'

/** The ladder: all tiers are edited and saved at once. */
export default function TiersPage() {
  const { t } = useTranslation()
  const found = useRead('tiers.get', {})
  const [isAdding, setAdding] = useState(false)
  const mayWrite = useMay('tiers.write')
  const add = mayWrite ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('tiers.add')}
    </Button>
  ) : null
  return (
    <Page title={t('tiers.title')} about={t('tiers.about')} actions={found.data ? add : null}>
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={3} height={96} /> : null}
      {found.data ? <Ladder first={found.data} isAdding={isAdding} onAdded={() => setAdding(false)} /> : null}
    </Page>
  )
}

interface LadderProps {
  readonly first: Answered<'tiers.get'>
  readonly isAdding: boolean
  readonly onAdded: () => void
}

function Ladder({ first, isAdding, onAdded }: LadderProps) {
  const { t } = useTranslation()
  const mayWrite = useMay('tiers.write')
  const editing = useLadder(first)
  const members = useMembers(editing)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { form } = editing
  const tiers = orderOf(form.values)
  const customersOf = new Map(first.answer.tiers.map(({ key, customers }) => [key, customers]))
  const add = (name: string): void => {
    // Of those that were ended too: their keys are taken.
    const taken = [...tiers.map(({ key }) => key), ...first.answer.tiers.map(({ key }) => key)]
    const tier = { ...newTier(name, taken), base: tiers.length === 0 }
    form.setValues({
      order: [...tiers.map(({ key }) => key), tier.key],
      byKey: { ...form.values.byKey, [tier.key]: tier },
    })
    setOpenKey(tier.key)
    onAdded()
  }
  return (
    <>
      {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
      {tiers.length === 0 ? (
        <Empty title={t('tiers.empty.title')} example={<TierExample />}>
          {t('tiers.empty.text')}
        </Empty>
      ) : null}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void editing.submit()
        }}
      >
        <ol className={css.ladder}>
          {tiers.map((tier, place) => (
            <TierRow
              key={tier.key}
              form={form}
              tier={tier}
              place={place}
              count={tiers.length}
              customers={customersOf.get(tier.key) ?? null}
              isOpen={mayWrite && openKey === tier.key}
              onToggle={mayWrite ? () => setOpenKey(openKey === tier.key ? null : tier.key) : null}
            />
          ))}
        </ol>
        {tiers.length > 0 ? (
          <p className={css.note}>{t('tiers.grace', { count: first.answer.graceDays })}</p>
        ) : null}
        {mayWrite && (tiers.length > 0 || editing.isDirty) ? (
          <SaveBar
            isDirty={editing.isDirty}
            isBusy={editing.isBusy}
            savedAt={editing.savedAt}
            label={t('tiers.save')}
            onDiscard={editing.discard}
          />
        ) : null}
      </form>
      {isAdding ? <NewTierDialog onClose={onAdded} onAdd={add} /> : null}
      <ChangedDialog editing={editing} members={members} />
      <UnsavedGuard isDirty={editing.isDirty} />
    </>
  )
}

function useLadder(first: Answered<'tiers.get'>): Editing<LadderValues> {
  const tenant = useTenant()
  const replace = useChange('tiers.replace')
  return useEditing<LadderValues>({
    first: { values: ladderOf(first.answer.tiers), etag: first.etag },
    fields: ['byKey'],
    async save(values, etag) {
      const outcome = await replace({ etag, body: bodyOf(values) })
      if (outcome.isDone) return outcome
      const errors = (outcome.problem.errors ?? []).map((error) => ({
        ...error,
        pointer: pointerToField(values, error.pointer),
      }))
      return { isDone: false, problem: { ...outcome.problem, errors } }
    },
    async reread() {
      const theirs = await call('tiers.get', tenant, {})
      return { values: ladderOf(theirs.answer.tiers), etag: theirs.etag }
    },
  })
}

function useMembers({ form, conflict }: Editing<LadderValues>): readonly Member<LadderValues>[] {
  const { t } = useTranslation()
  const words = useTierWords()
  const keys = new Set([
    ...Object.keys(form.values.byKey),
    ...Object.keys(conflict?.theirs.values.byKey ?? {}),
  ])
  return [
    {
      path: 'order',
      label: t('tiers.order'),
      show: (values) =>
        orderOf(values)
          .map(({ name }) => name)
          .join(', '),
    },
    ...[...keys].map((key) => ({
      path: `byKey.${key}`,
      label: form.values.byKey[key]?.name ?? key,
      show: ({ byKey }: LadderValues) => (byKey[key] ? words.whole(byKey[key]) : ''),
    })),
  ]
}
