import { Section } from '../../components/layout/Page.tsx'
import { Sentence } from '../../components/sentence/Sentence.tsx'
import type { Part } from '../../components/sentence/types.ts'

const LIVE: readonly Part[] = [
  { text: 'Products ' },
  {
    slot: '/kind',
    kind: 'choice',
    value: 'brand',
    display: 'of brand',
    options: [{ value: 'brand', display: 'of brand' }],
  },
  { text: ' ' },
  { slot: '/ids', kind: 'picker', value: ['aurora'], display: 'aurora', picks: 'brand' },
  { text: ' earn ' },
  { slot: '/multiplier', kind: 'number', value: '2', display: '2' },
  { text: ' times the points, available after ' },
  { slot: '/waitingDays', kind: 'days', value: 14, display: '14 days' },
  { text: ', valid for ' },
  {
    slot: '/validityDays',
    kind: 'days',
    value: 365,
    display: '365 days',
  },
  { text: ', from ' },
  { slot: '/from', kind: 'date', value: '2026-12-01T03:00:00.000Z', display: '1 Dec 00:00' },
]
const DRAFT = LIVE.map((part) => (part.slot === '/multiplier' ? { ...part, value: '3', display: '3' } : part))

const EDITING = {
  onChange: () => undefined,
  added: null,
  neverOf: (slot: string) => (slot === '/validityDays' ? 'never' : null),
  findChoices: async () => [
    { id: 'aurora', label: 'Aurora' },
    { id: 'other', label: 'Other' },
  ],
}

export function KitSentences() {
  return (
    <Section title="Sentences">
      <Sentence parts={LIVE} live={LIVE} editing={EDITING} />
      <Sentence parts={DRAFT} live={LIVE} editing={EDITING} />
      <Sentence parts={LIVE} live={null} editing={EDITING} />
      <Sentence parts={LIVE} live={LIVE} isOff editing={EDITING} />
      <Sentence parts={LIVE} live={LIVE} editing={null} />
    </Section>
  )
}
