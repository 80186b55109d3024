import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerName } from '../../api/customer-name.ts'
import { Section } from '../../components/layout/Page.tsx'
import { FigureTable } from '../../components/report/FigureTable.tsx'
import { useFormat } from '../../format/use-format.ts'
import { type Backtest, differenceOf, largestOf, type Result } from './backtest.ts'

const SHOWN = 10

/** Customers whose points differ most; each leads to the customer. */
export function BacktestLargest({
  backtest,
  result,
}: {
  readonly backtest: Backtest
  readonly result: Result
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useCustomerName()
  const [isWhole, setWhole] = useState(false)
  const all = largestOf(result.customers)
  const { of, version } = backtest
  return (
    <Section
      title={t('backtests.largest.title')}
      actions={
        all.length > SHOWN && !isWhole ? (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {t('backtests.largest.all')}
          </Button>
        ) : null
      }
    >
      <FigureTable
        label={t('backtests.largest.title')}
        name={{
          head: t('backtests.largest.customer'),
          text: ({ customer }) => nameOf(customer),
          note: ({ customer }) => (customer.erasedAt === null ? customer.originalId : null),
          opens: ({ customer }) => ({ to: `/customers/${customer.id}` }),
        }}
        columns={[
          { head: t('backtests.live'), text: ({ points }) => format.points(points.live) },
          {
            head: t(`backtests.candidate.${of}`, { version: version ?? 0 }),
            text: ({ points }) => format.points(points.candidate),
          },
          {
            head: t('backtests.difference'),
            text: ({ points }) => format.signed(differenceOf(points)),
            isMain: true,
          },
        ]}
        rows={isWhole ? all : all.slice(0, SHOWN)}
        keyOf={({ customer }) => customer.id}
        empty={t('backtests.largest.none')}
      />
    </Section>
  )
}
