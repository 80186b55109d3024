import { useTranslation } from 'react-i18next'
import { useList, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/session.tsx'
import { Icon } from '../../components/icon/Icon.tsx'
import type { IconName } from '../../components/icon/paths.ts'
import { Section } from '../../components/layout/Page.tsx'
import { PageLink } from '../../components/link/PageLink.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './home.module.css'

interface Need {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  readonly meta: string
  readonly action: string
  readonly to: string
}

/** What waits for a person: each leads to its place. */
export function Needs() {
  const { t } = useTranslation()
  const program = useProgramNeeds()
  const lists = useListNeeds()
  const approvals = useApprovalNeeds()
  const needs = [...approvals, ...program.needs, ...lists]
  return (
    <Section title={t('home.needs')} about={needs.length > 0 ? String(needs.length) : undefined}>
      {program.isLoading ? <SkeletonRows count={2} height={44} /> : null}
      {!program.isLoading && needs.length === 0 ? <p className="muted">{t('home.nothing')}</p> : null}
      {needs.length > 0 ? (
        <Panel isFlush>
          <ul className={css.needs}>
            {needs.map(({ key, icon, text, meta, action, to }) => (
              <li key={key}>
                <Icon name={icon} />
                <span className={css.needText}>{text}</span>
                <span className={css.needMeta}>{meta}</span>
                <PageLink to={to} className={css.needAction}>
                  {action}
                </PageLink>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </Section>
  )
}

function useProgramNeeds(): { readonly needs: readonly Need[]; readonly isLoading: boolean } {
  const { t } = useTranslation()
  const format = useFormat()
  const mayWrite = useMay('program.write')
  const program = useRead('program.get', {})
  if (!program.data) return { needs: [], isLoading: program.isPending }
  const { current, scheduled, draft } = program.data.answer
  const needs: Need[] = []
  if (!current && mayWrite) {
    needs.push({
      key: 'none',
      icon: 'rules',
      text: t('home.noProgram.text'),
      meta: '',
      action: t('home.noProgram.action'),
      to: '/program',
    })
  }
  if (draft && mayWrite) {
    const { savedAt, savedBy, basedOn, changes } = draft
    needs.push({
      key: 'draft',
      icon: 'rules',
      text: t('home.draft.text', { count: changes }),
      meta: t('home.draft.meta', { when: format.ago(savedAt), who: savedBy?.label ?? '', version: basedOn }),
      action: t('home.draft.action'),
      to: '/program',
    })
  }
  if (scheduled) {
    needs.push({
      key: 'scheduled',
      icon: 'clock',
      text: t('home.scheduled.text', { version: scheduled.version }),
      meta: t('home.scheduled.meta', { when: format.moment(scheduled.effectiveAt) }),
      action: t('home.scheduled.action'),
      to: '/program',
    })
  }
  return { needs, isLoading: false }
}

/** Lists of codes that have fallen below what their merchant wants to be warned at. */
function useListNeeds(): readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  const mayRead = useMay('rewards.read')
  const lists = useList('couponLists.list', {}, { isOff: !mayRead })
  return lists.items
    .filter(({ warnBelow, left }) => warnBelow !== null && left < warnBelow)
    .map(({ id, name, left, codes }) => ({
      key: `list-${id}`,
      icon: 'ticket',
      text: t('home.list.text', { name, left: format.number(left), all: format.number(codes) }),
      meta: '',
      action: t('home.list.action'),
      to: `/coupon-lists/${id}`,
    }))
}

/** What others have asked for and one may decide. */
function useApprovalNeeds(): readonly Need[] {
  const { t } = useTranslation()
  const format = useFormat()
  const mayDecide = useMay('approvals.decide')
  const waiting = useList(
    'approvals.list',
    { query: { state: 'waiting', mine: false } },
    { isOff: !mayDecide },
  )
  return waiting.items.map(({ id, requestedBy, requestedAt, target, adjustment }) => ({
    key: `approval-${id}`,
    icon: 'checks',
    text: t('home.approval.text', {
      who: requestedBy.label,
      customer: target.label,
      amount: adjustment.points ? format.signed(adjustment.points) : format.money(adjustment.cashback ?? '0'),
    }),
    meta: format.ago(requestedAt),
    action: t('home.approval.action'),
    to: '/approvals',
  }))
}
