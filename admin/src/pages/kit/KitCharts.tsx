import { Bars } from '../../components/chart/Bars.tsx'
import { Columns } from '../../components/chart/Columns.tsx'
import { type HeatCell, HeatGrid } from '../../components/chart/HeatGrid.tsx'
import type { ChartColumn, Series } from '../../components/chart/types.ts'
import { Section } from '../../components/layout/Page.tsx'
import { useFormat } from '../../format/use-format.ts'
import css from './kit.module.css'

/** 30 days from 17 October: issued, redeemed, expired. */
const DAYS: readonly (readonly [number, number, number])[] = [
  [1014, 473, 0],
  [638, 207, 140],
  [600, 370, 0],
  [580, 379, 0],
  [593, 316, 46],
  [764, 281, 0],
  [1157, 582, 0],
  [1253, 515, 0],
  [826, 429, 233],
  [559, 350, 94],
  [677, 290, 0],
  [648, 281, 0],
  [695, 371, 0],
  [852, 403, 46],
  [1005, 342, 0],
  [871, 267, 421],
  [702, 342, 0],
  [745, 173, 0],
  [789, 184, 0],
  [701, 379, 0],
  [929, 348, 93],
  [1179, 429, 0],
  [816, 314, 0],
  [709, 231, 0],
  [762, 412, 140],
  [597, 223, 0],
  [823, 315, 0],
  [1065, 317, 93],
  [1129, 540, 0],
  [658, 260, 0],
]
const FIRST_DAY = Date.UTC(2026, 9, 17, 12)
const DAY_MS = 86_400_000

const FLOW: readonly Series[] = [
  { key: 'issued', label: 'Issued', look: 'solid' },
  { key: 'redeemed', label: 'Redeemed', look: 'light', isBelow: true },
  { key: 'expired', label: 'Expired', look: 'hatched', isBelow: true },
]

/** Charts with a month of Café Aurora. Enter on a column leads to this page with its day in the address. */
export function KitCharts() {
  return (
    <Section title="Charts" about="tab once, then arrows, Home, End, Enter, Esc; printed with their tables">
      <div className={css.charts}>
        <KitFlow />
        <KitLiability />
        <KitVintages />
        <KitBars />
        <KitEmpty />
      </div>
    </Section>
  )
}

export function KitFlow() {
  const format = useFormat()
  const columns = DAYS.map(([issued, redeemed, expired], index): ChartColumn => {
    const at = new Date(FIRST_DAY + index * DAY_MS)
    const day = at.toISOString().slice(0, 10)
    return {
      key: day,
      name: at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
      tick: at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
      amounts: [issued, redeemed, expired].map(String),
      lines: [
        { label: 'Issued', text: format.number(issued) },
        { label: 'Redeemed', text: format.number(redeemed) },
        { label: 'Expired', text: format.number(expired) },
        { label: 'Change', text: format.signed(String(issued - redeemed - expired)) },
      ],
      opens: { to: '/kit', search: { day } },
    }
  })
  const [issued = 0, redeemed = 0, expired = 0] = FLOW.map((_, series) =>
    DAYS.reduce((sum, day) => sum + (day[series] ?? 0), 0),
  )
  const lines = [
    { label: 'Issued', text: format.number(issued) },
    { label: 'Redeemed', text: format.number(redeemed) },
    { label: 'Expired', text: format.number(expired) },
    { label: 'Change', text: format.signed(String(issued - redeemed - expired)) },
  ]
  return (
    <Columns
      title="Points issued, redeemed and expired"
      dimension="Day"
      series={FLOW}
      columns={columns}
      total={{ name: 'Total', lines }}
    />
  )
}

const LIABILITY: readonly Series[] = [
  { key: 'redeemed', label: 'Likely to be redeemed', look: 'solid' },
  { key: 'expired', label: 'Likely to expire', look: 'hatched' },
  { key: 'pending', label: 'Pending', look: 'dashed', isUnnamed: true },
  { key: 'owed', label: 'Owed', look: 'owed', isBelow: true, isUnnamed: true },
]
const MONTHS = 'Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' ')
const OPEN = [2114, 5660, 7942, 9450, 12210, 13150, 14880, 15300, 16920, 17610, 18870, 22300, 12260]

/** Columns that belong to no month stand apart, behind a dotted line. */
function KitLiability() {
  const format = useFormat()
  const months = OPEN.map((open, index): ChartColumn => {
    const expired = Math.round(open * 0.19)
    return {
      key: String(index),
      name: `${MONTHS[index]} ${index < 2 ? 2026 : 2027}`,
      tick: MONTHS[index] ?? '',
      ...(index === 0 || index === 2 ? { under: index === 0 ? '2026' : '2027' } : {}),
      amounts: [String(open - expired), String(expired), '0', '0'],
      lines: [
        { label: 'Likely redeemed', text: format.number(open - expired) },
        { label: 'Likely expired', text: format.number(expired) },
        { label: 'Points', text: format.number(open) },
        { label: 'Worth', text: format.money(String(open * 0.05)) },
      ],
    }
  })
  const apart = [
    ['Never', 0, 2],
    ['Pending', 2310, 2],
    ['Owed', 184, 3],
  ].map(([name, points, series]): ChartColumn => {
    const text = `${name === 'Owed' ? '−' : ''}${format.number(Number(points))}`
    return {
      key: String(name),
      name: String(name),
      tick: String(name),
      under: text,
      amounts: LIABILITY.map((_, index) => (index === series ? String(points) : '0')),
      lines: [{ label: 'Points', text }],
      isApart: true,
    }
  })
  return (
    <Columns title="By expiry month" dimension="Month" series={LIABILITY} columns={[...months, ...apart]} />
  )
}

/** Of each month's points, how many percent were redeemed after as many months. */
const REDEEMED = [[4, 12, 21, 29, 36, 41], [5, 14, 22, 31, 37], [3, 11, 20, 28], [4, 13, 19], [5, 12], [0]]

function KitVintages() {
  const rows = REDEEMED.map((shares, index) => {
    const name = `${['May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct'][index]} 2026`
    return {
      name,
      cells: shares.map(
        (share, months): HeatCell => ({
          text: `${share}%`,
          weight: share,
          name: `${name}, after ${months} months`,
          lines: [
            { label: 'Redeemed', text: `${share}%` },
            { label: 'Issued', text: '24,318' },
          ],
          opens: { to: '/kit', search: { month: `${index}-${months}` } },
        }),
      ),
    }
  })
  return (
    <HeatGrid
      title="Redeemed share by age in months"
      corner="Issued"
      heads={['0', '1', '2', '3', '4', '5']}
      rows={rows}
    />
  )
}

function KitBars() {
  const tiers = [
    { key: 1, name: 'Gold', amount: '21', text: '21', opens: { to: '/kit', search: { tier: 'gold' } } },
    { key: 2, name: 'Silver', amount: '51', text: '51', opens: { to: '/kit', search: { tier: 'silver' } } },
    { key: 3, name: 'Bronze', amount: '128', text: '128', opens: { to: '/kit', search: { tier: 'bronze' } } },
  ]
  return <Bars label="Tiers" rows={tiers} />
}

/** Nothing happened: an axis with 0, and no column. */
function KitEmpty() {
  const columns = ['Mon', 'Tue', 'Wed'].map(
    (day): ChartColumn => ({
      key: day,
      name: day,
      tick: day,
      amounts: ['0'],
      lines: [{ label: 'Issued', text: '0' }],
    }),
  )
  return <Columns title="Nothing issued" dimension="Day" series={FLOW.slice(0, 1)} columns={columns} />
}
