import { expect, it } from 'vitest'
import { guessColumns } from './guess.ts'
import { planReading } from './plan-reading.ts'
import type { Octets } from './reading/format.ts'
import { lookAt } from './reading/look.ts'

function octetsOf(text: string): Octets {
  const file = Buffer.from(text)
  return { size: file.length, read: async (from) => file.subarray(from) }
}

const guessed = async (text: string) =>
  guessColumns('openingBalances', (await lookAt(octetsOf(text))).columns)

it.each([
  [
    'Portuguese',
    'Código do Cliente;E-mail;CPF;Nome completo;Saldo de pontos;Validade;Nível;Aniversário\n12;a@x.com;12345678901;Ana;10;31/12/2027;Ouro;30/04/1990\n',
    {
      ...{ originalId: 'Código do Cliente', email: 'E-mail', document: 'CPF', name: 'Nome completo' },
      ...{ points: 'Saldo de pontos', expiresOn: 'Validade', tier: 'Nível', birthday: 'Aniversário' },
    },
  ],
  [
    'Spanish',
    'Correo electrónico,DNI,Nombre,Apellidos,Puntos,Vence el,Nivel\na@x.com,12345678,Ana,Paz,10,2027-12-31,Oro\n',
    {
      ...{ email: 'Correo electrónico', document: 'DNI', name: 'Nombre', lastName: 'Apellidos' },
      ...{ points: 'Puntos', expiresOn: 'Vence el', tier: 'Nivel' },
    },
  ],
  [
    'English',
    'Customer ID,Email Address,POINTS_BALANCE,Expiry date,VIP tier,Total spent\n12,a@x.com,10,2027-12-31,Gold,99.90\n',
    {
      ...{ originalId: 'Customer ID', email: 'Email Address', points: 'POINTS_BALANCE' },
      ...{ expiresOn: 'Expiry date', tier: 'VIP tier', spend: 'Total spent' },
    },
  ],
])('guesses columns in %s', async (_, text, columns) => {
  expect(await guessed(text)).toEqual({ columns, several: {} })
})

it('finds an e-mail by its values, and believes no name that its values speak against', async () => {
  const { columns } = await guessed('contact_info,points,validade\na@x.com,many,soon\nb@x.com,few,later\n')
  expect(columns).toEqual({ email: 'contact_info' })
})

it('takes a column that is called as the member itself, and asks between others', async () => {
  expect((await guessed('points,balance\n5,7\n')).columns).toMatchObject({ points: 'points' })
  expect(await guessed('saldo,balance,email\n5,7,a@x.com\n')).toEqual({
    columns: { email: 'email' },
    several: { points: ['saldo', 'balance'] },
  })
})

const ASKED = { kind: 'openingBalances', preset: null, format: null, mapping: null, answers: {} } as const

it('asks what it can’t know, lists what it ignores, and takes the answers', async () => {
  const file = octetsOf(
    'email;saldo;balance;validade;cor\na@x.com;1.234;7;03/04/2027;azul\nb@x.com;5.678;8;05/06/2027;rosa\n',
  )
  const first = await planReading(file, ASKED)
  expect(first.questions.map(({ id }) => id)).toEqual(['column:points', 'dates:validade'])
  expect(first.ignored).toEqual(['saldo', 'balance', 'cor'])
  const second = await planReading(file, { ...ASKED, answers: { 'column:points': 'saldo' } })
  expect(second.questions).toMatchObject([
    { id: 'column:points' },
    {
      id: 'decimal:saldo',
      facts: { member: 'points' },
      examples: [
        { value: '1.234', readings: { dot: '1.234', comma: '1234' } },
        { value: '5.678', readings: { dot: '5.678', comma: '5678' } },
      ],
      answers: ['dot', 'comma'],
    },
    {
      id: 'dates:validade',
      examples: [{ value: '03/04/2027', readings: { dmy: '2027-04-03', mdy: '2027-03-04' } }, {}],
    },
  ])
  expect(second.format).toMatchObject({ numbers: {}, dates: {} })
  const answers = { 'column:points': 'saldo', 'decimal:saldo': 'comma', 'dates:validade': 'dmy' }
  const third = await planReading(file, { ...ASKED, answers })
  expect(third.format).toMatchObject({ numbers: { saldo: 'comma' }, dates: { validade: 'dmy' } })
})

it('asks which one is meant where two columns have one name, and reads either', async () => {
  const file = octetsOf('email;Saldo;Saldo;Cor;Cor\na@x.com;1;700;azul;rosa\n')
  for (const preset of [null, 'smile']) {
    const text = preset ? octetsOf('email,points,points\na@x.com,1,700\n') : file
    const first = preset ? 'points' : 'Saldo'
    const asked = await planReading(text, { ...ASKED, preset })
    expect(asked.questions, String(preset)).toMatchObject([
      { id: 'column:points', answers: [first, '#3', 'none'] },
    ])
    expect(asked.mapping.columns).toEqual({ email: 'email' })
    const answers = { 'column:points': '#3' }
    expect((await planReading(text, { ...ASKED, preset, answers })).mapping.columns.points).toBe('#3')
  }
  const mapping = { columns: { email: 'email', points: '#3' } }
  expect((await planReading(file, { ...ASKED, mapping })).mapping.columns.points).toBe('#3')
})

it('proposes what some values prove, and has the others confirmed', async () => {
  const { format, questions } = await planReading(
    octetsOf('email;points\na@x.com;1.234\nb@x.com;5.678,50\n'),
    ASKED,
  )
  expect(format.numbers).toEqual({ points: 'comma' })
  expect(questions).toMatchObject([
    { id: 'decimal:points', facts: { proposed: 'comma' }, examples: [{ value: '1.234' }] },
  ])
})

it('takes a mapping by names or places, without columns that the file does not have', async () => {
  const mapping = { columns: { email: '#1', points: 'Saldo', tier: 'Nope' } }
  const plan = await planReading(octetsOf('mail,Saldo\na@x.com,5\n'), { ...ASKED, mapping })
  expect(plan.mapping.columns).toEqual({ email: 'mail', points: 'Saldo' })
})

it('takes a corrected form of the file', async () => {
  const text = octetsOf('email;points,a\na@x.com;5,x\n')
  const { look } = await planReading(text, { ...ASKED, answers: { delimiter: 'semicolon', header: 'yes' } })
  expect(look.columns.map(({ name }) => name)).toEqual(['email', 'points,a'])
  const { look: other } = await planReading(text, { ...ASKED, format: { delimiter: ',' } })
  expect(other.columns.map(({ name }) => name)).toEqual(['email;points', 'a'])
})
