import { Section } from '../../components/layout/Page.tsx'
import { PunchCard } from '../../components/punch-card/PunchCard.tsx'
import css from './kit.module.css'

const LONG_NAME = 'Breakfast and lunch card of the long summer in Vila Madalena'

export function KitCards() {
  return (
    <Section title="Punch cards" about="punched, next, perforated with this basket, struck through if owed">
      <div className={css.cards}>
        <PunchCard name="Pair" prize="20 points" size={2} stamps={1} />
        <PunchCard name="Coffee card" prize="100 points" size={10} stamps={7} />
        <PunchCard name="Two weeks" prize="150 points" size={14} stamps={9} />
        <PunchCard name="Lunch card" prize="200 points" size={20} stamps={12} />
        <PunchCard name="Bakery card" prize="500 points" size={50} stamps={31} />
        <PunchCard name="New card" prize="100 points" size={10} stamps={0} />
        <PunchCard name="Owed card" prize="100 points" size={10} owed={2} />
        <PunchCard name="Owed lunches" prize="200 points" size={20} stamps={3} owed={2} />
        <PunchCard name="Overfull card" prize="100 points" size={10} stamps={22} />
        <PunchCard name="Basket card" prize="100 points" size={10} stamps={4} pending={3} />
        <PunchCard name="Basket of bread" prize="500 points" size={50} stamps={31} pending={4} />
        <PunchCard name="Draft card" prize="100 points" size={10} isDraft />
        <PunchCard
          name="November"
          prize="100 points"
          size={1}
          money={{ amount: 'R$ 210.00', goal: 'R$ 300.00', share: 0.7 }}
        />
        <PunchCard
          name="December"
          prize="100 points"
          size={1}
          money={{
            amount: 'R$ 90.00',
            goal: 'R$ 300.00',
            share: 0.3,
            pending: { amount: 'R$ 45.00', share: 0.15 },
          }}
        />
        <PunchCard
          name="January"
          prize="100 points"
          size={1}
          money={{ amount: 'R$ 0.00', goal: 'R$ 300.00', share: 0, owed: 'R$ 10.00' }}
          isDraft
        />
        <PunchCard name={LONG_NAME} prize="500 points, available after 7 days" size={50} stamps={62} />
        <PunchCard
          name={LONG_NAME}
          prize="500 points, available after 7 days"
          size={20}
          stamps={0}
          owed={12}
          isDraft
        />
        <PunchCard name={'W'.repeat(60)} prize="1,000 points" size={50} stamps={0} owed={50} />
      </div>
    </Section>
  )
}
