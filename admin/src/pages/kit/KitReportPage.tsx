import { useNavigate, useSearch } from '@tanstack/react-router'
import { periodName } from '../../components/report/bucket-words.ts'
import { Controls } from '../../components/report/Controls.tsx'
import { KeyFigures } from '../../components/report/KeyFigures.tsx'
import { readPeriod, searchOf } from '../../components/report/period.ts'
import { Receipt } from '../../components/report/Receipt.tsx'
import { ReportPage } from '../../components/report/ReportPage.tsx'
import { useCompared } from '../../components/report/use-compared.ts'
import { tenthsOfPercent } from '../../format/decimal.ts'
import { useFormat } from '../../format/use-format.ts'
import { KitFlow } from './KitCharts.tsx'
import css from './kit.module.css'

const TODAY = '2026-11-16'

/** The parts of a report, as the demo merchant's would look. */
export default function KitReportPage() {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const chosen = readPeriod(search, TODAY)
  return (
    <main>
      <ReportPage
        title="Points"
        about={periodName(chosen.period, 'en')}
        back="Reports"
        meaning="Points that entered and left balances, on the day they did. Orders returned later count on the day of the return."
        controls={
          <Controls
            chosen={chosen}
            today={TODAY}
            onChoose={(next) => void navigate({ to: '.', search: searchOf(next) as never, replace: true })}
          />
        }
        onExport={() => undefined}
      >
        <KitKeyFigures />
        <div className={css.report}>
          <KitFlow />
          <KitReceipts />
        </div>
      </ReportPage>
    </main>
  )
}

function KitKeyFigures() {
  const format = useFormat()
  const compared = useCompared()
  return (
    <KeyFigures
      figures={[
        {
          key: 'issued',
          label: 'Points issued',
          figure: format.points('24318'),
          note: compared('24318', '22898'),
          opens: { to: '/kit', search: { figure: 'issued' } },
        },
        {
          key: 'rate',
          label: 'Redemption rate',
          figure: format.percent(tenthsOfPercent('8940', '24318')),
          note: `${format.percent(349)} before`,
        },
        { key: 'active', label: 'Active customers', figure: '96', note: compared('96', '12') },
        { key: 'repeat', label: 'Repeat purchase', figure: format.percent(null), note: 'No orders yet' },
      ]}
    />
  )
}

/** One that adds up, and one that does not. */
function KitReceipts() {
  const changes = [
    { key: 'issued', label: 'Issued', amount: '24318', isTaken: false, opens: { to: '/kit' } },
    { key: 'redeemed', label: 'Redeemed', amount: '8940', isTaken: true },
    { key: 'expired', label: 'Expired', amount: '1126', isTaken: true },
    { key: 'taken', label: 'Taken back', amount: '612', isTaken: true },
  ]
  const start = { label: 'Open on 16 October', amount: '154846' }
  return (
    <div>
      <Receipt
        label="What you owe"
        start={start}
        changes={changes}
        end={{ label: 'Open on 15 November', amount: '168486' }}
        notes={[
          { key: 'worth', label: 'Worth', text: 'R$ 8,424.30' },
          { key: 'soon', label: 'Expire in the next 30 days', text: '4,207', opens: { to: '/kit' } },
          { key: 'pending', label: 'Pending, available later', text: '2,310', isPending: true },
        ]}
      />
      <Receipt
        label="Wrong"
        start={start}
        changes={changes}
        end={{ label: 'Open on 15 November', amount: '168486.0001' }}
      />
    </div>
  )
}
