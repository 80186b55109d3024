import { Button, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuleName } from '../../api/award-name.ts'
import { type Answer, type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { etagOf } from '../../api/version.ts'
import { ChangedDialog } from '../../components/editing/ChangedDialog.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Form } from '../../components/form/Form.tsx'
import { WholeInput } from '../../components/form/WholeInput.tsx'
import { Page, Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { Bar } from '../../components/progress/Progress.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { useFormat } from '../../format/use-format.ts'
import { Codes } from './Codes.tsx'
import css from './rewards.module.css'
import { UploadCodes } from './UploadCodes.tsx'
import { Uploads } from './Uploads.tsx'
import { useListState } from './use-list-state.ts'

type CouponList = Answer<'couponLists.get'>

export default function CouponListPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id: string }
  const found = useRead('couponLists.get', { params: { id: Number(id) } })
  const mayWrite = useMay('rewards.write')
  const mayReadCodes = useMay('codes.read')
  const stateOf = useListState()
  const [problem, setProblem] = useState<Problem | null>(null)
  const list = found.data?.answer
  const state = list ? stateOf(list) : null
  const shown = problem ?? found.error?.problem
  return (
    <Page
      title={list?.name ?? t('couponLists.title')}
      about={
        list && state ? (
          <>
            <Status kind={state.kind}>{state.text}</Status>
            {list.reward ? <PageLink to={`/rewards/${list.reward.id}`}>{list.reward.title}</PageLink> : null}
          </>
        ) : null
      }
      back={<PageLink to="/coupon-lists">{t('couponLists.title')}</PageLink>}
      actions={list && mayWrite ? <Archive list={list} onProblem={setProblem} /> : null}
    >
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={found.error && !problem ? <TryAgain onClick={() => void found.refetch()} /> : null}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={5} /> : null}
      {list ? <Figures list={list} /> : null}
      {list && mayWrite && !list.archivedAt ? (
        <Section title={t('couponLists.upload.title')}>
          <UploadCodes listId={list.id} />
        </Section>
      ) : null}
      {list ? <Uploads listId={list.id} /> : null}
      {found.data && mayWrite ? (
        <Section title={t('couponLists.settings')}>
          <Settings first={found.data} />
        </Section>
      ) : null}
      {list && mayReadCodes && list.codes > 0 ? <Codes listId={list.id} /> : null}
    </Page>
  )
}

function Figures({ list }: { readonly list: CouponList }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { codes, used, left, runsOutOn } = list
  return (
    <>
      <dl className={css.strip}>
        <Figure label={t('couponLists.codes')} figure={format.number(codes)} />
        <Figure label={t('couponLists.used')} figure={`\u2212 ${format.number(used)}`} />
        <Figure label={t('couponLists.left')} figure={`= ${format.number(left)}`} />
        {runsOutOn ? (
          <Figure label={t('couponLists.runsOut')} figure={format.date(`${runsOutOn}T12:00:00Z`)} />
        ) : null}
      </dl>
      {codes > 0 ? <Bar share={left / codes} /> : null}
      <Automatic automatic={list.automatic} />
    </>
  )
}

/** Codes that no customer redeemed: rules give them. */
function Automatic({ automatic: { rules, given30Days } }: Pick<CouponList, 'automatic'>) {
  const { t } = useTranslation()
  const nameOf = useRuleName()
  if (rules.length === 0 && given30Days === 0) return null
  return (
    <p className="muted small">
      {t('awards.ofList', { count: given30Days })}{' '}
      {rules.map((rule) => (
        <span key={rule.id}>
          <PageLink to="/program" search={{ rule: rule.id }}>
            {t('awards.ofReward.by', { name: nameOf(rule) })}
          </PageLink>{' '}
        </span>
      ))}
    </p>
  )
}

function Figure({ label, figure }: { readonly label: string; readonly figure: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{figure}</dd>
    </div>
  )
}

function Settings({ first }: { readonly first: Answered<'couponLists.get'> }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const change = useChange('couponLists.change')
  const params = { id: first.answer.id }
  const editing = useEditing({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: ['name', 'warnBelow'],
    save: ({ name, warnBelow }, etag) =>
      change({ params, etag, body: { name, warnBelow: warnBelow === '' ? null : Number(warnBelow) } }),
    async reread() {
      const theirs = await call('couponLists.get', tenant, { params })
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  return (
    <>
      {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
      <Form
        onSubmit={() => void editing.submit()}
        actions={
          <Button type="submit" loading={editing.isBusy} disabled={!editing.isDirty}>
            {t('common.save')}
          </Button>
        }
      >
        <TextInput label={t('couponLists.name')} maxLength={250} {...editing.form.getInputProps('name')} />
        <WholeInput
          label={t('couponLists.warnBelow')}
          description={t('couponLists.warnBelowAbout')}
          {...editing.form.getInputProps('warnBelow')}
        />
      </Form>
      <ChangedDialog
        editing={editing}
        members={[
          { path: 'name', label: t('couponLists.name'), show: ({ name }) => name },
          { path: 'warnBelow', label: t('couponLists.warnBelow'), show: ({ warnBelow }) => warnBelow },
        ]}
      />
    </>
  )
}

function valuesOf({ name, warnBelow }: CouponList): { readonly name: string; readonly warnBelow: string } {
  return { name, warnBelow: String(warnBelow ?? '') }
}

function Archive(props: {
  readonly list: CouponList
  readonly onProblem: (problem: Problem | null) => void
}) {
  const { list, onProblem } = props
  const { t } = useTranslation()
  const archive = useChange('couponLists.archive')
  const unarchive = useChange('couponLists.unarchive')
  const params = { id: list.id }
  const bringBack = async (etag: string | null): Promise<void> => {
    const outcome = await unarchive({ params, etag })
    onProblem(outcome.isDone ? null : outcome.problem)
  }
  const put = async (): Promise<void> => {
    const outcome = await archive({ params, etag: etagOf(list) })
    if (!outcome.isDone) return onProblem(outcome.problem)
    onProblem(null)
    toast(t('couponLists.wasArchived', { name: list.name }), {
      label: t('common.undo'),
      run: () => void bringBack(outcome.etag),
    })
  }
  return list.archivedAt ? (
    <Button onClick={() => void bringBack(etagOf(list))}>{t('couponLists.unarchive')}</Button>
  ) : (
    <Button onClick={() => void put()}>{t('couponLists.archive')}</Button>
  )
}
