import { expect, it } from 'vitest'
import { ImportReader } from '../import-reader.ts'
import { planReading } from '../plan-reading.ts'
import { type Octets, START } from '../reading/format.ts'
import { findPreset, PRESETS } from './presets.ts'

function octetsOf(text: string): Octets {
  const file = Buffer.from(text)
  return { size: file.length, read: async (from) => file.subarray(from) }
}

/** Small files in the form that the sources describe; none of them came from a vendor. */
const FIXTURES: Readonly<Record<string, { file: string; values: readonly object[] }>> = {
  smile: {
    file: `id,first_name,last_name,email,state,date_of_birth,points_balance,vip_status,created_at
77,Ana,Souza,ana@x.com,member,1004-03-30,1240,,2025-02-03T10:00:00Z
78,Bia,Lima,bia@x.com,candidate,,0,,2025-02-04T10:00:00Z
`,
    values: [
      {
        ...{ firstName: 'Ana', lastName: 'Souza', email: 'ana@x.com', isEnrolled: true, points: 12_400_000n },
        birthday: { year: null, month: 3, day: 30 },
        signupDate: { kind: 'instant', instant: Date.parse('2025-02-03T10:00:00Z') },
      },
      { email: 'bia@x.com', isEnrolled: false, points: 0n },
    ],
  },
  loyaltylion: {
    file: `{"id":1,"merchant_id":"8812","email":"ana@x.com","points_approved":1240,"points_pending":50,"points_spent":10,"enrolled":true,"enrolled_at":"2025-02-03T10:00:00Z","blocked":false,"guest":false,"birthday":"1990-04-30","loyalty_tier_membership":{"started_at":"2026-01-01T00:00:00Z","expires_at":"2027-01-01T00:00:00Z","loyalty_tier":{"id":3,"name":"Gold"}},"created_at":"2025-01-01T00:00:00Z"}
{"id":2,"merchant_id":"9034","email":"bia@x.com","points_approved":0,"enrolled":false,"loyalty_tier_membership":null}
`,
    values: [
      {
        ...{ originalId: '8812', points: 12_400_000n, isEnrolled: true, tier: 'Gold' },
        tierUntil: { kind: 'instant', instant: Date.parse('2027-01-01T00:00:00Z') },
      },
      { originalId: '9034', isEnrolled: false },
    ],
  },
  yotpo: {
    file: 'Full Name,First Name,Last Name,Email,Points Balance,Points Spent,Birthday\nAna Souza,Ana,Souza,ana@x.com,1240,20,12/25\nBia Lima,Bia,Lima,bia@x.com,5,0,12/13/1990\n',
    values: [
      {
        name: 'Ana Souza',
        email: 'ana@x.com',
        points: 12_400_000n,
        birthday: { year: null, month: 12, day: 25 },
      },
      { email: 'bia@x.com', birthday: { year: 1990, month: 12, day: 13 } },
    ],
  },
  rivo: {
    file: 'Email,Points Balance,Birthdate,VIP Tier,Activation Date,Credits Balance\nana@x.com,1240,1990-04-30,Gold,2025-01-31,12.50\n',
    values: [{ email: 'ana@x.com', points: 12_400_000n, cashback: 125_000n, tier: 'Gold' }],
  },
  'rivo-log': {
    file: `customer_id,email,points_amount,credits_amount,applied_at,approved_at,revoked_at,expires_at,order_id,source
1,ana@x.com,-30,0,2026-03-01,2026-03-01,,,,redeem
1,ana@x.com,100,0,2026-02-01,2026-02-01,,2027-02-01,12,order
1,ana@x.com,20,0,2026-01-01,2026-01-01,,2027-01-01,11,order
1,ana@x.com,500,0,2026-01-02,2026-01-02,2026-01-03,2027-01-02,10,order
2,bia@x.com,7,0,2026-01-02,2026-01-02,,2027-01-02,10,order
`,
    values: [
      { originalId: '1', points: 900_000n, earnedOn: { kind: 'day' }, expiresOn: { kind: 'day' } },
      { originalId: '2', points: 70_000n },
    ],
  },
  'woocommerce-points': {
    file: 'user_id,user_email,points_balance,date,order_id\n5,ana@x.com,40,2026-01-01 10:00:00,11\n5,ana@x.com,-15,2026-01-02 10:00:00,\n6,bia@x.com,3,2026-01-02 10:00:00,\n',
    values: [
      {
        ...{ originalId: '5', points: 250_000n },
        earnedOn: { kind: 'instant', instant: Date.parse('2026-01-01T10:00:00Z') },
      },
      { originalId: '6', points: 30_000n },
    ],
  },
  mycred: {
    file: 'ana@x.com,1240,mycred_default,Moved\nbia@x.com,5,mycred_default,Moved\n',
    values: [
      { email: 'ana@x.com', points: 12_400_000n },
      { email: 'bia@x.com', points: 50_000n },
    ],
  },
  'mycred-log': {
    file: 'registration,0,5,10,mycred_default,1760000000,Welcome\nbuy,9,5,-4,mycred_default,1760000100,Bought\n',
    values: [{ originalId: '5', points: 60_000n, earnedOn: { kind: 'instant', instant: 1_760_000_000_000 } }],
  },
  odoo: {
    file: 'partner_id/email,partner_id/id,points,code,expiration_date,program_id/name,active\nana@x.com,res_partner_12,40.5,044a-1,2027-03-31,Club,True\n,,10,044a-2,2027-03-31,Club,True\n',
    values: [
      { email: 'ana@x.com', originalId: 'res_partner_12', points: 405_000n, key: '044a-1' },
      { points: 100_000n, key: '044a-2' },
    ],
  },
  punchcard: {
    file: "publicId,originalId,name,email,phone,document,birthday,signupDate,isEnrolled,enrolledDate,points,cashback,tier,orderCount,createdAt\r\n5f3c7d52-6a1e-4a3e-9f51-0d2f1a1b2c3d,8812,'=Ana,ana@x.com,'+55 11,,1990-04-30,,true,,1240.5,12.4,Gold,3,2025-01-01T00:00:00.000Z\r\n",
    values: [
      {
        originalId: '8812',
        name: '=Ana',
        phone: '+55 11',
        points: 12_405_000n,
        cashback: 124_000n,
        orderCount: 3,
      },
    ],
  },
  'punchcard-coupons': {
    file: "code,originalId,publicId,type,value,createdAt,validFrom,validUntil,isUsed,usedAt,orderId,inactivatedAt,rewardId\r\n'=A-1,ana,5f3c7d52-6a1e-4a3e-9f51-0d2f1a1b2c3d,percent,10,2026-11-01T12:00:00.000Z,,2027-01-01T02:59:59.000Z,false,,,,12\r\n",
    values: [{ code: '=A-1', originalId: 'ana', type: 'percent', value: 100_000n, isUsed: false }],
  },
  'punchcard-codes': {
    file: "list,code,rewardId,isAssigned,validFrom,validUntil,createdAt\r\nmugs,'-A1,12,false,,,2026-11-01T12:00:00.000Z\r\n",
    values: [{ list: 'mugs', code: '-A1', rewardId: '12', isAssigned: false }],
  },
  'punchcard-orders': {
    file: 'orderId,publicId,state,status,placedAt,completedAt,cancelledAt,total,returned,shipping,paymentMethod,branch,lineCount,isFirstPurchase\r\no1,5f3c7d52-6a1e-4a3e-9f51-0d2f1a1b2c3d,complete,paid,2026-03-01T12:00:00.000Z,2026-03-02T12:00:00.000Z,,1240.5,20,,pix,b1,2,false\r\n',
    values: [
      {
        ...{ orderId: 'o1', publicId: '5f3c7d52-6a1e-4a3e-9f51-0d2f1a1b2c3d', state: 'complete' },
        ...{ status: 'paid', total: 12_405_000n, returned: 200_000n, paymentMethod: 'pix', branch: 'b1' },
      },
    ],
  },
}

it.each(PRESETS.map(({ name }) => name))('maps a file of %s without a click', async (name) => {
  const preset = findPreset(name)
  const fixture = FIXTURES[name]
  if (!preset || !fixture) throw new Error(`${name} has no fixture`)
  const octets = octetsOf(fixture.file)
  const asked = { kind: preset.kind, preset: name, format: null, mapping: null }
  const first = await planReading(octets, { ...asked, answers: {} })
  // Seconds since 1970 are asked about in any case: a preset answers no question.
  expect(first.questions.map(({ id }) => id)).toEqual(name === 'mycred-log' ? ['dates:#6'] : [])
  const answers = { 'dates:#6': 'unix' }
  const plan = await planReading(octets, { ...asked, answers })
  const unmapped = Object.keys(preset.columns).length - Object.keys(plan.mapping.columns).length
  expect(unmapped).toBe(0)
  const reader = new ImportReader({ ...plan, kind: preset.kind, zone: 'America/Sao_Paulo' })
  const { records, hasEnded } = await reader.read(octets, { from: START, limit: 100, isTimeUp: () => false })
  expect(hasEnded).toBe(true)
  expect(records.map(({ read }) => ('values' in read ? read.values : read))).toMatchObject(fixture.values)
  expect(records).toHaveLength(fixture.values.length)
})

it('says of each preset where its columns come from, and since when that is known', () => {
  expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length)
  for (const { source, checkedOn, links, name } of PRESETS) {
    for (const text of Object.values(source)) expect(text.length).toBeGreaterThan(20)
    expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    if (!name.startsWith('punchcard')) expect(links.length).toBeGreaterThan(0)
  }
})

it('has none for a vendor of whom no file is documented', () => {
  expect(PRESETS.map(({ title }) => title).join()).not.toMatch(/bonifiq/i)
})
