import { ActionIcon, Menu } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answered, call } from '../../api/client.ts'
import { useChange, useRead } from '../../api/hooks.ts'
import type { Problem } from '../../api/problems.ts'
import { useMay } from '../../api/session.tsx'
import { useTenant } from '../../api/tenant.ts'
import { EditingForm } from '../../components/editing/EditingForm.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Icon } from '../../components/icon/Icon.tsx'
import { Page, WithSide } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status } from '../../components/status/Status.tsx'
import { GivenBy } from './GivenBy.tsx'
import { RewardCard } from './RewardCard.tsx'
import { RewardCodes } from './RewardCodes.tsx'
import { RewardForm } from './RewardForm.tsx'
import { RulesInTheWay } from './RulesInTheWay.tsx'
import { REWARD_FIELDS, useRewardMembers } from './reward-members.ts'
import { bodyOf, type Reward, valuesOf } from './reward-values.ts'
import { useRewardState } from './reward-words.ts'
import css from './rewards.module.css'
import { CALLED_OFF, useFreeQuestion } from './use-free-question.tsx'
import { useRewardActions } from './use-reward-actions.ts'
import { useTierNames } from './use-tier-names.ts'

export default function RewardPage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id: string }
  const found = useRead('rewards.get', { params: { id: Number(id) } })
  const stateOf = useRewardState()
  const [problem, setProblem] = useState<Problem | null>(null)
  const reward = found.data?.answer
  const state = reward ? stateOf(reward) : null
  const shown = problem ?? found.error?.problem
  return (
    <Page
      title={reward?.title ?? t('rewards.title')}
      about={
        reward && state ? (
          <>
            <Status kind={state.kind}>{state.text}</Status>
            <span>{t(`rewards.types.${reward.type}`)}</span>
          </>
        ) : null
      }
      back={<PageLink to="/rewards">{t('rewards.title')}</PageLink>}
      actions={reward ? <RewardMenu reward={reward} onProblem={setProblem} /> : null}
    >
      {shown ? (
        <ProblemNotice
          problem={shown}
          actions={
            problem ? <RulesInTheWay problem={problem} /> : <TryAgain onClick={() => void found.refetch()} />
          }
        />
      ) : null}
      {found.data ? <Editor key={id} first={found.data} now={found.data.answer} /> : null}
      {found.isPending ? <SkeletonRows count={8} height={56} /> : null}
    </Page>
  )
}

function Editor({ first, now }: { readonly first: Answered<'rewards.get'>; readonly now: Reward }) {
  const { t } = useTranslation()
  const tenant = useTenant()
  const mayWrite = useMay('rewards.write')
  const replace = useChange('rewards.replace')
  const tierNames = useTierNames()
  const free = useFreeQuestion()
  const params = { id: now.id }
  const editing = useEditing({
    first: { values: valuesOf(first.answer), etag: first.etag },
    fields: REWARD_FIELDS,
    save: async (values, etag) =>
      (await free.mayBeSaved(values)) ? replace({ params, etag, body: bodyOf(values) }) : CALLED_OFF,
    async reread() {
      const theirs = await call('rewards.get', tenant, { params })
      return { values: valuesOf(theirs.answer), etag: theirs.etag }
    },
  })
  const { form } = editing
  const members = useRewardMembers()
  return (
    <WithSide
      side={
        <>
          <h2 className={css.sideTitle}>{t('rewards.card.title')}</h2>
          <RewardCard values={form.values} tierNames={tierNames} />
          <RewardCodes reward={now} />
          <GivenBy reward={now} />
        </>
      }
    >
      <EditingForm editing={editing} members={members} mayWrite={mayWrite} label={t('rewards.save')}>
        <RewardForm form={form} tierNames={tierNames} />
      </EditingForm>
      {free.question}
    </WithSide>
  )
}

function RewardMenu(props: {
  readonly reward: Reward
  readonly onProblem: (problem: Problem | null) => void
}) {
  const { reward } = props
  const { t } = useTranslation()
  const actions = useRewardActions(props.onProblem)
  if (!useMay('rewards.write')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common.moreAbout', { name: reward.title })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void actions.duplicate(reward)}>{t('rewards.menu.duplicate')}</Menu.Item>
        {reward.archivedAt ? (
          <Menu.Item onClick={() => void actions.unarchive(reward)}>{t('rewards.menu.unarchive')}</Menu.Item>
        ) : (
          <Menu.Item onClick={() => void actions.archive(reward)}>{t('rewards.menu.archive')}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
