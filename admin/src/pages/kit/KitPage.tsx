import { Button, Checkbox, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { BeforeAfter, Changes } from '../../components/diff/Changes.tsx'
import { DraftBar } from '../../components/draft-bar/DraftBar.tsx'
import { Empty } from '../../components/empty/Empty.tsx'
import { Choices } from '../../components/form/Choices.tsx'
import { DateTimeInput } from '../../components/form/DateTimeInput.tsx'
import { DecimalInput } from '../../components/form/DecimalInput.tsx'
import { FieldGroup, FieldRow, Fields } from '../../components/form/Form.tsx'
import { Page, Section, WithSide } from '../../components/layout/Page.tsx'
import { Notice, ProblemNotice, Warning } from '../../components/notice/Notice.tsx'
import { Panel } from '../../components/panel/Panel.tsx'
import { Punches, Steps } from '../../components/punches/Punches.tsx'
import { SecretOnce } from '../../components/secret/SecretOnce.tsx'
import { SkeletonRows } from '../../components/skeleton/Skeleton.tsx'
import { Status, Tag } from '../../components/status/Status.tsx'
import { Sum, TotalFigure } from '../../components/sum/Sum.tsx'
import { type Column, DataTable } from '../../components/table/DataTable.tsx'
import { toast } from '../../components/toast/toast.tsx'
import { KitCards } from './KitCards.tsx'
import { KitCharts } from './KitCharts.tsx'
import { KitSentences } from './KitSentences.tsx'

/** Every component in every state. Its words are not translated: only developers read them. */
export default function KitPage() {
  return (
    <main>
      <Page
        title="Kit"
        about={<Status kind="well">Version 8 is live</Status>}
        actions={
          <>
            <Button variant="subtle">History</Button>
            <Button>Second</Button>
            <Button variant="filled">Primary</Button>
            <Button disabled>Disabled</Button>
          </>
        }
      >
        <Notice what="ERP has received nothing since Friday." actions={<Button size="xs">Open</Button>}>
          It answers 503. We try again every hour.
        </Notice>
        <WithSide side={<KitSum />}>
          <KitSentences />
          <KitStates />
          <KitCards />
          <KitCharts />
          <KitTable />
          <KitForm />
          <KitMore />
        </WithSide>
        <DraftBar
          actions={
            <>
              <Button variant="subtle">Discard</Button>
              <Button variant="filled">Publish…</Button>
            </>
          }
        >
          <b>Draft with 3 changes.</b> Saved 14:02, based on version 8.
        </DraftBar>
      </Page>
    </main>
  )
}

function KitSum() {
  return (
    <Panel title="Try a basket" isFlush>
      <Sum
        label="Points"
        heads={['Because of', 'Now', 'Draft']}
        isLastDraft
        lines={[
          { key: '1', label: '1 ponto por real', about: 'R$ 106.80 × 1', figures: ['106', '106'] },
          { key: '2', label: 'Aurora em dobro', about: 'R$ 39.90 of brand aurora', figures: ['+40', '+80'] },
          { key: '3', label: 'Pix', about: 'paid with Pix', figures: ['–', '+10'] },
        ]}
        total={{
          key: 'total',
          label: 'Points',
          about: 'open 18 Nov 2026',
          figures: [
            <TotalFigure key="now" figure="146" about="R$ 7.30" />,
            <TotalFigure key="then" figure="196" about="R$ 9.80" />,
          ],
        }}
      />
    </Panel>
  )
}

function KitStates() {
  return (
    <Section title="States" about="shape, word, colour">
      <p>
        <Status kind="well">Live</Status> <Status kind="off">Off</Status> <Status kind="bad">Failing</Status>{' '}
        <Status kind="waiting">Scheduled</Status> <Tag>Kind</Tag> <Tag kind="draft">Changed</Tag>{' '}
        <Tag kind="new">New customer</Tag>
      </p>
      <p>
        <Punches done={2} of={5} label="2 of 5" />
      </p>
      <Steps
        steps={[
          { name: 'file', label: 'File' },
          { name: 'columns', label: 'Columns' },
          { name: 'apply', label: 'Apply' },
        ]}
        current="columns"
      />
      <Warning>From 1 to 24 December “Natal em dobro” gives 2 times to everything.</Warning>
      <Changes
        changes={[
          {
            key: '1',
            kind: 'changed',
            sentence: (
              <>
                Products of brand aurora earn <BeforeAfter before="2" after="3 times" /> the points
              </>
            ),
            name: 'Aurora em dobro',
            cost: '+9,268',
          },
          { key: '2', kind: 'added', sentence: 'Orders paid with Pix earn 10 extra points', name: 'Pix' },
          { key: '3', kind: 'removed', sentence: 'Customers get 20 points for joining', name: 'Boas-vindas' },
        ]}
      />
    </Section>
  )
}

const ROWS = [
  { id: 1, name: 'R$ 10 off', points: '200', left: '4 of 20' },
  { id: 2, name: 'Frete grátis', points: '80', left: 'no limit' },
]
const COLUMNS: readonly Column<(typeof ROWS)[number]>[] = [
  { head: 'Reward', cell: ({ name }) => name, onPhone: 'subject' },
  { head: 'Left', cell: ({ left }) => left, onPhone: 'note' },
  { head: 'Points', cell: ({ points }) => points, isNumber: true, onPhone: 'figure' },
]

function KitTable() {
  return (
    <Section title="Table">
      <DataTable
        label="Rewards"
        columns={COLUMNS}
        rows={ROWS}
        keyOf={({ id }) => id}
        to={() => '/kit'}
        more={() => undefined}
      />
      <SkeletonRows count={2} />
    </Section>
  )
}

function KitForm() {
  const [amount, setAmount] = useState('1240.5')
  const [when, setWhen] = useState<'now' | 'later'>('later')
  const [moment, setMoment] = useState<string | null>('2026-12-01T03:00:00.000Z')
  return (
    <Section title="Form">
      <Fields>
        <TextInput label="Title" description="What customers read." defaultValue="R$ 10 off" />
        <TextInput label="Prefix" error="Only letters and digits." defaultValue="DEZ!" />
        <PasswordInput label="Password" />
        <FieldRow>
          <DecimalInput label="Value" unit="BRL" value={amount} onChange={setAmount} />
          <DecimalInput label="Points" value="200" onChange={() => undefined} />
        </FieldRow>
        <FieldGroup title="When" about="São Paulo time">
          <Choices
            label="When"
            name="when"
            value={when}
            onChange={setWhen}
            choices={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'At a time', about: 'Orders before it earn by version 8.' },
            ]}
          />
          <DateTimeInput label="From" value={moment} onChange={setMoment} />
        </FieldGroup>
        <Switch label="Active" defaultChecked />
        <Switch label="Off" />
        <Checkbox label="Trust this device" defaultChecked />
      </Fields>
    </Section>
  )
}

function KitMore() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="More">
      <Fields>
        <ProblemNotice
          problem={{
            name: 'validation',
            title: 'Two members are wrong',
            detail: '',
            errors: [
              { pointer: '/prefix', message: 'The prefix has a blank.' },
              { pointer: '/value', message: 'The value is above 999.' },
            ],
          }}
        />
        <SecretOnce label="The key, shown only now" secret="pck_live_2_Zm9vYmFy" fileName="key.txt" />
        <Button onClick={() => setOpen(true)}>Open dialog…</Button>
        <Button onClick={() => toast('Archived.', { label: 'Undo', run: () => undefined })}>Toast</Button>
      </Fields>
      <Empty
        title="Rewards will stand here"
        action={<Button variant="filled">Make the first one</Button>}
        example="R$ 10 off for 200 points"
      >
        What customers get for their points.
      </Empty>
      <Dialog
        title="Publish version 9"
        about="compared with version 8"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isWide
        side={<h2>When</h2>}
        consequence="A published version never changes. To go back, restore version 8."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep editing</Button>
            <Button variant="filled">Schedule for 1 December</Button>
          </>
        }
      >
        <h2>3 changes</h2>
      </Dialog>
    </Section>
  )
}
