import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/hooks.ts'
import { UnsavedGuard } from '../../components/editing/UnsavedGuard.tsx'
import { useEditing } from '../../components/editing/use-editing.ts'
import { Form } from '../../components/form/Form.tsx'
import { Page, Section, WithSide } from '../../components/layout/Page.tsx'
import { PageLink, usePageAddress } from '../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../components/notice/Notice.tsx'
import { RewardCard } from './RewardCard.tsx'
import { RewardForm } from './RewardForm.tsx'
import { REWARD_FIELDS } from './reward-members.ts'
import { bodyOf, newReward, REWARD_TYPES, type RewardType } from './reward-values.ts'
import css from './rewards.module.css'
import { CALLED_OFF, useFreeQuestion } from './use-free-question.tsx'
import { useTierNames } from './use-tier-names.ts'

/** The type first, then only its fields. */
export default function NewRewardPage() {
  const { t } = useTranslation()
  const { type: asked } = useSearch({ strict: false }) as { type?: string }
  const type = REWARD_TYPES.find((one) => one === asked)
  return (
    <Page
      title={t('rewards.create.title')}
      about={type ? t(`rewards.types.${type}`) : null}
      back={<PageLink to="/rewards">{t('rewards.title')}</PageLink>}
    >
      {type ? <NewRewardForm key={type} type={type} /> : <Gallery />}
    </Page>
  )
}

function Gallery() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const address = usePageAddress()
  return (
    <Section title={t('rewards.create.type')}>
      <div className={css.gallery}>
        {REWARD_TYPES.map((type) => (
          <button
            key={type}
            type="button"
            className={css.kind}
            onClick={() => void navigate({ to: address('/rewards/new'), search: { type } })}
          >
            <b>{t(`rewards.types.${type}`)}</b>
            <span>{t(`rewards.typesAbout.${type}`)}</span>
          </button>
        ))}
      </div>
    </Section>
  )
}

function NewRewardForm({ type }: { readonly type: RewardType }) {
  const { t } = useTranslation()
  const create = useChange('rewards.create')
  const navigate = useNavigate()
  const address = usePageAddress()
  const tierNames = useTierNames()
  const free = useFreeQuestion()
  const editing = useEditing({
    first: { values: newReward(type), etag: null },
    fields: REWARD_FIELDS,
    async save(values) {
      if (!(await free.mayBeSaved(values))) return CALLED_OFF
      const outcome = await create({ body: bodyOf(values) })
      if (outcome.isDone) {
        await navigate({ to: address(`/rewards/${outcome.answer.id}`), replace: true, ignoreBlocker: true })
      }
      return outcome
    },
    reread: async () => null,
  })
  return (
    <WithSide
      side={
        <>
          <h2 className={css.sideTitle}>{t('rewards.card.title')}</h2>
          <RewardCard values={editing.form.values} tierNames={tierNames} />
        </>
      }
    >
      {editing.problem ? <ProblemNotice problem={editing.problem} /> : null}
      <Form
        onSubmit={() => void editing.submit()}
        actions={
          <>
            <Button type="submit" variant="filled" loading={editing.isBusy}>
              {t('rewards.create.submit')}
            </Button>
            <Button component={PageLink} to="/rewards/new" variant="subtle">
              {t('rewards.create.back')}
            </Button>
          </>
        }
      >
        <RewardForm form={editing.form} tierNames={tierNames} />
      </Form>
      <UnsavedGuard isDirty={editing.isDirty} />
      {free.question}
    </WithSide>
  )
}
