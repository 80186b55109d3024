import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../../api/client.ts'
import { useCustomerName } from '../../../api/customer-name.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DoneButton } from '../../../components/dialog/DoneButton.tsx'
import { Fields } from '../../../components/form/Form.tsx'
import { useSending } from '../../../components/form/use-sending.ts'
import { PageLink } from '../../../components/link/PageLink.tsx'
import { ProblemNotice } from '../../../components/notice/Notice.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { Facts } from '../Facts.tsx'
import { usePointsChange } from './use-points-change.ts'

interface TakePartDialogProps {
  readonly customer: Answer<'customers.get'>
  readonly onClose: () => void
}

type Done = Answer<'customers.enrol'>

/** Lets a customer take part, or no longer: the points stay, and what changes is what orders earn from then on. */
export function TakePartDialog({ customer, onClose }: TakePartDialogProps) {
  const { t } = useTranslation()
  const nameOf = useCustomerName()
  // The page is read again as soon as it is done, and then says the opposite.
  const [way] = useState<'leave' | 'enrol'>(customer.isEnrolled ? 'leave' : 'enrol')
  const run = usePointsChange(way === 'leave' ? 'customers.leave' : 'customers.enrol')
  const { problem, isBusy, send } = useSending()
  const [done, setDone] = useState<Done | null>(null)
  const submit = () =>
    done ? onClose() : send(run({ params: { id: customer.id } }), ({ answer }) => setDone(answer))
  return (
    <Dialog
      title={t(`care.${way}.title`, { name: nameOf(customer) })}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => void submit()}
      consequence={done ? null : t(`care.${way}.consequence`)}
      actions={
        done ? (
          <DoneButton />
        ) : (
          <>
            <Button onClick={onClose}>{t(`care.${way}.cancel`)}</Button>
            <Button
              type="submit"
              variant="filled"
              loading={isBusy}
              data-danger={way === 'leave' || undefined}
              data-autofocus
            >
              {t(`care.${way}.submit`)}
            </Button>
          </>
        )
      }
      side={done ? <Recorded done={done} /> : <Before customer={customer} way={way} />}
    >
      <Fields>
        {problem ? <ProblemNotice problem={problem} /> : null}
        {done ? (
          <p>
            {t('care.recorded')}{' '}
            <PageLink to={`/customers/${customer.id}`} search={{ view: 'changes' }}>
              {t('care.seeChanges')}
            </PageLink>
          </p>
        ) : (
          <p>{t(`care.${way}.text`)}</p>
        )}
      </Fields>
    </Dialog>
  )
}

function Before({
  customer,
  way,
}: {
  readonly customer: Answer<'customers.get'>
  readonly way: 'leave' | 'enrol'
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { isEnrolled, enrolledAt, balance } = customer
  const now = !isEnrolled
    ? t('common.no')
    : enrolledAt
      ? t('customers.profile.takesPartSince', { date: format.date(enrolledAt) })
      : t('common.yes')
  return (
    <>
      <h3>{t('helping.effect.before')}</h3>
      <Facts
        facts={[
          [t('care.partNow'), now],
          [t('care.partThen'), t(way === 'enrol' ? 'common.yes' : 'common.no')],
          [t('helping.effect.later'), t('care.stays', { points: format.points(balance.points) })],
        ]}
      />
    </>
  )
}

function Recorded({ done }: { readonly done: Done }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { isEnrolled, enrolledAt, effect } = done
  return (
    <>
      <h3>{t('helping.effect.done')}</h3>
      <Facts
        facts={[
          [t('customers.profile.takesPart'), t(isEnrolled ? 'common.yes' : 'common.no')],
          [t('care.since'), enrolledAt ? format.moment(enrolledAt) : null],
          [t('helping.effect.now'), format.points(effect.after.points)],
        ]}
      />
    </>
  )
}
