import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../../api/customer-name.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMay } from '../../../api/session.tsx'
import { useNeedsAgain } from '../../../api/use-needs.ts'
import { useDialogInAddress } from '../../../components/dialog/use-dialog-in-address.ts'
import { Page, Section, WithSide } from '../../../components/layout/Page.tsx'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice, TryAgain } from '../../../components/notice/Notice.tsx'
import { SkeletonRows } from '../../../components/skeleton/Skeleton.tsx'
import { Status } from '../../../components/status/Status.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { Checks } from './Checks.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { type FullReferral, STATUS } from './referral.ts'
import css from './referrals.module.css'
import { useNamedPoints, useWhy } from './use-referral-words.ts'

/** One friend who was referred: what was looked at, what came of it, and the decision while it is held. */
export default function ReferralPage() {
  const { t } = useTranslation()
  const params = useParams({ strict: false }) as { id?: string }
  const found = useRead('referrals.get', { params: { id: Number(params.id) } })
  const referral = found.data?.answer
  const nameOf = useCustomerName()
  useNeedsAgain(referral?.state ?? null)
  const names = referral && { friend: nameOf(referral.friend), referrer: nameOf(referral.referrer) }
  return (
    <Page
      title={names ? t('referrals.one', names) : t('referrals.title')}
      back={
        <PageLink to="/referrals" isExact>
          {t('referrals.title')}
        </PageLink>
      }
      about={
        referral ? (
          <Status kind={STATUS[referral.outcome]}>{t(`referrals.outcomes.${referral.outcome}`)}</Status>
        ) : null
      }
      actions={
        referral?.state === 'held' ? (
          <Decision referral={referral} onClose={() => void found.refetch()} />
        ) : null
      }
    >
      {found.error ? (
        <ProblemNotice
          problem={found.error.problem}
          actions={<TryAgain onClick={() => void found.refetch()} />}
        />
      ) : null}
      {found.isPending ? <SkeletonRows count={6} /> : null}
      {referral ? <Whole referral={referral} /> : null}
    </Page>
  )
}

interface DecisionProps {
  readonly referral: FullReferral
  /** Another person may have decided meanwhile. */
  readonly onClose: () => void
}

function Decision({ referral, onClose }: DecisionProps) {
  const { t } = useTranslation()
  const named = useNamedPoints()
  const [dialog, setDialog] = useDialogInAddress(['count', 'decline'])
  if (!useMay('points.adjust')) return null
  return (
    <>
      <Button onClick={() => setDialog('decline')}>{t('referrals.decline.action')}</Button>
      <Button variant="filled" onClick={() => setDialog('count')}>
        {t('referrals.count.action', { points: named(referral.rule?.points ?? '0') })}
      </Button>
      {dialog === null ? null : (
        <DecisionDialog
          referral={referral}
          counts={dialog === 'count'}
          onClose={() => {
            setDialog(null)
            onClose()
          }}
        />
      )}
    </>
  )
}

function Whole({ referral }: { readonly referral: FullReferral }) {
  const { t } = useTranslation()
  const format = useFormat()
  const named = useNamedPoints()
  const why = useWhy()
  const nameOf = useCustomerName()
  const { friend, referrer, order, decideBefore, note, decidedBy } = referral
  return (
    <>
      <div className={css.why}>
        <p>{why(referral)}</p>
        {decideBefore === null ? null : (
          <p className="muted">{t('referrals.decideBefore', { date: format.date(decideBefore) })}</p>
        )}
      </div>
      <WithSide
        side={
          <Section title={t('referrals.checks.title')}>
            <Checks referral={referral} />
          </Section>
        }
      >
        <Section title={t('referrals.about')}>
          <Facts
            facts={[
              [
                t('referrals.columns.friend'),
                <PageLink key="friend" to={`/customers/${friend.id}`}>
                  {nameOf(friend)}
                </PageLink>,
              ],
              [
                t('referrals.columns.referrer'),
                <PageLink key="referrer" to={`/customers/${referrer.id}`}>
                  {nameOf(referrer)}
                </PageLink>,
              ],
              [t('referrals.code'), referral.code],
              [t('referrals.columns.joined'), format.moment(referral.joinedAt)],
              [
                t('referrals.columns.order'),
                order ? (
                  <PageLink key="order" to={`/customers/${order.customerId}/orders/${order.id}`}>
                    {[order.originalId, format.money(order.total), format.date(order.placedAt)].join(', ')}
                  </PageLink>
                ) : null,
              ],
              [t('referrals.points'), referral.points && named(referral.points)],
              [t('referrals.friendPoints'), referral.friendPoints && named(referral.friendPoints)],
              [t('referrals.availableAt'), referral.availableAt && format.moment(referral.availableAt)],
              [t('referrals.decidedBy'), decidedBy],
              [t('helping.note'), note],
            ]}
          />
        </Section>
      </WithSide>
    </>
  )
}
