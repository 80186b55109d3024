/** Settings and first steps of a merchant: src/management/settings. */
import { describe, expect, it } from 'vitest'
import type { SettingsAnswer } from '../../src/management/settings/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { patient } from '../support/patience.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

async function open(): Promise<Manager> {
  return admin.manager((await test.open(null)).key)
}

async function patch(manager: Manager, body: object) {
  const { etag } = await manager.get('')
  return manager.done<SettingsAnswer>('PATCH', '', body, { ifMatch: etag })
}

describe('the settings of a merchant', () => {
  it('have defaults', async () => {
    const manager = await open()
    const { body, etag } = await manager.get<SettingsAnswer>('')
    expect(etag).toBe('"r1"')
    expect(body).toEqual({
      id: manager.shop.tenantId,
      name: 'Shop',
      currency: 'BRL',
      isCurrencyFixed: false,
      timeZone: 'America/Sao_Paulo',
      locale: 'pt-BR',
      isSandbox: false,
      pointsName: {
        'pt-BR': { one: 'ponto', many: 'pontos' },
        en: { one: 'point', many: 'points' },
        es: { one: 'punto', many: 'puntos' },
      },
      takeBack: 'debt',
      returnsPointsOfExpiredCoupon: true,
      refundsRedeemOnReturn: false,
      matchesCustomers: true,
      claims: 'automatic',
      tierGraceDays: 30,
      reservationMinutes: 60,
      inactivity: null,
      limits: { rewardValue: '999', rewardPoints: '9999' },
      security: { requireTwoFactor: false, idleMinutes: 120, allowedAddresses: [] },
      approvals: { adjustAbove: null, adjustPerDay: null, importAbove: null, erase: false, merge: false },
      warnings: [],
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
    })
  })

  it('change where they are named, and go back to their defaults with null', async () => {
    const manager = await open()
    const grains = { one: 'grão', many: 'grãos' }
    const changed = await patch(manager, {
      name: ' Café ',
      currency: 'MXN',
      timeZone: 'America/Mexico_City',
      locale: 'es',
      pointsName: { 'pt-BR': grains, es: { one: 'grano', many: 'granos' } },
      takeBack: 'clamp',
      returnsPointsOfExpiredCoupon: false,
      refundsRedeemOnReturn: true,
      matchesCustomers: false,
      claims: 'review',
      tierGraceDays: 0,
      reservationMinutes: 15,
      limits: { rewardValue: '50000' },
    })
    expect(changed).toMatchObject({
      etag: '"r2"',
      body: {
        name: 'Café',
        currency: 'MXN',
        pointsName: { 'pt-BR': grains, en: { one: 'point' }, es: { one: 'grano' } },
        takeBack: 'clamp',
        returnsPointsOfExpiredCoupon: false,
        refundsRedeemOnReturn: true,
        matchesCustomers: false,
        claims: 'review',
        tierGraceDays: 0,
        reservationMinutes: 15,
        limits: { rewardValue: '50000', rewardPoints: '9999' },
      },
    })
    const back = await patch(manager, {
      pointsName: { es: null },
      takeBack: null,
      returnsPointsOfExpiredCoupon: null,
      refundsRedeemOnReturn: null,
      matchesCustomers: null,
      claims: null,
      tierGraceDays: null,
      reservationMinutes: null,
      limits: null,
    })
    expect(back.body).toMatchObject({
      name: 'Café',
      pointsName: { 'pt-BR': grains, es: { one: 'punto' } },
      takeBack: 'debt',
      returnsPointsOfExpiredCoupon: true,
      refundsRedeemOnReturn: false,
      matchesCustomers: true,
      claims: 'automatic',
      tierGraceDays: 30,
      reservationMinutes: 60,
      limits: { rewardValue: '999', rewardPoints: '9999' },
      version: 3,
    })
    const same = await patch(manager, { name: 'Café' })
    expect(same.etag).toBe('"r3"')
  })

  it('say when two people are needed, limit by limit', async () => {
    const manager = await open()
    const change = async (approvals: unknown) => {
      const { etag } = await manager.get('')
      return manager.send<SettingsAnswer>('PATCH', '/security', { approvals }, { ifMatch: etag })
    }
    const limited = await change({ adjustAbove: '5000', adjustPerDay: '20000.5' })
    expect(limited.body.approvals).toEqual({
      adjustAbove: '5000',
      adjustPerDay: '20000.5',
      importAbove: null,
      erase: false,
      merge: false,
    })
    expect((await change({ adjustAbove: null })).body.approvals).toEqual({
      erase: false,
      merge: false,
      adjustAbove: null,
      adjustPerDay: '20000.5',
      importAbove: null,
    })
    expect((await change({ adjustPerDay: '-1' })).body).toMatchObject({
      errors: [{ pointer: '/approvals/adjustPerDay' }],
    })
    expect((await change(null)).body.approvals).toEqual({
      adjustAbove: null,
      adjustPerDay: null,
      importAbove: null,
      erase: false,
      merge: false,
    })
    const audit = await test.reader.query(
      "select before, after from directory_audit_entry where tenant_id = $1 and action = 'settings.security' order by id",
      [manager.shop.tenantId],
    )
    expect(audit[0]).toEqual({
      before: {
        approvals: { adjustAbove: null, adjustPerDay: null, importAbove: null, erase: false, merge: false },
      },
      after: {
        approvals: {
          adjustAbove: '5000',
          adjustPerDay: '20000.5',
          importAbove: null,
          erase: false,
          merge: false,
        },
      },
    })
    expect(audit).toHaveLength(3)
  })

  it('leave what they do not speak of as it is', async () => {
    const shop = await test.open(null, { settings: { usesTiers: true } })
    await patch(admin.manager(shop.key), { takeBack: 'clamp' })
    const [row] = await test.reader.query('select settings from tenant where id = $1', [shop.tenantId])
    expect(row).toEqual({ settings: { usesTiers: true, takeBack: 'clamp' } })
  })

  it('count for what comes next', async () => {
    const shop = await test.open()
    const reward = await shop.makeReward({ points: 1_000_000n })
    let customers = 0
    /** What is left of 100 points that were spent, when their order is cancelled. */
    const balanceAfter = async () => {
      customers += 1
      const name = `customer-${customers}`
      await shop.completed(`order-${customers}`, name, 100)
      await shop.redeemed(reward, name)
      await shop.cancelled(`order-${customers}`)
      return (await shop.events(name)).at(-1)?.balance[0]
    }
    expect(await balanceAfter()).toBe(-100)
    await patch(admin.manager(shop.key), { takeBack: 'clamp' })
    // What is known of a merchant is read again within a second.
    await expect.poll(balanceAfter, { timeout: patient(1_000) }).toBe(0)
  })

  it.each([
    ['a blank name', { name: ' ' }, '/name General_FieldCannotBeNullOrBlank'],
    ['a currency that is none', { currency: 'reais' }, '/currency'],
    ['small letters', { currency: 'brl' }, '/currency'],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['an offset', { timeZone: '+03:00' }, '/timeZone'],
    ['a language that we do not speak', { locale: 'de' }, '/locale'],
    ['a limit of 0', { limits: { rewardPoints: '0' } }, '/limits/rewardPoints General_BiggerThanZero'],
    ['a grace of less than nothing', { tierGraceDays: -1 }, '/tierGraceDays'],
    ['a reservation of four minutes', { reservationMinutes: 4 }, '/reservationMinutes'],
    ['a reservation of more than three days', { reservationMinutes: 4_321 }, '/reservationMinutes'],
    [
      'points without a name',
      { pointsName: { es: { one: ' ', many: 'x' } } },
      '/pointsName/es/one General_FieldCannotBeNullOrBlank',
    ],
    ['security, which is another operation', { security: {} }, '/security'],
    ['what is not theirs to say', { isSandbox: true }, '/isSandbox'],
  ])('are refused with %s', async (_, body, problem) => {
    const manager = await open()
    expect(await manager.problems('PATCH', '', body, { ifMatch: '"r1"' })).toEqual([problem])
  })

  it('keep the currency once there are orders', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    await shop.completed('1', 'ana', 10)
    expect((await manager.get('')).body).toMatchObject({ isCurrencyFixed: true })
    expect(await manager.problems('PATCH', '', { currency: 'ARS' }, { ifMatch: '"r1"' })).toEqual([
      '/currency',
    ])
    await manager.done('PATCH', '', { currency: 'BRL', name: 'Same' }, { ifMatch: '"r1"' })
  })

  it('of two who save, the second is told who was first', async () => {
    const manager = await open()
    const save = (as: string) => manager.send('PATCH', '', { name: as }, { ifMatch: '"r1"', as })
    const saves = await Promise.all([save('Ana'), save('Davi')])
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412])
    const { body } = await manager.get<SettingsAnswer>('')
    expect(saves.find(({ status }) => status === 412)?.body).toMatchObject({
      changedBy: body.name,
      etag: '"r2"',
    })
    expect((await manager.send('PATCH', '', { name: 'x' })).status).toBe(428)
    const audit = await test.reader.query(
      'select action, before, after from directory_audit_entry where tenant_id = $1',
      [manager.shop.tenantId],
    )
    expect(audit).toEqual([
      { action: 'settings.update', before: { name: 'Shop' }, after: { name: body.name } },
    ])
  })
})

describe('the security of a merchant', () => {
  it('is changed apart, and remembers since when a second factor is asked for', async () => {
    const manager = await open()
    const changed = await manager.done<SettingsAnswer>(
      'PATCH',
      '/security',
      { requireTwoFactor: true, idleMinutes: 30, allowedAddresses: ['127.0.0.0/8', '2001:db8::/32'] },
      { ifMatch: '"r1"' },
    )
    expect(changed.body.security).toEqual({
      requireTwoFactor: true,
      idleMinutes: 30,
      allowedAddresses: ['127.0.0.0/8', '2001:db8::/32'],
    })
    const since = () =>
      test.reader.query(
        `select settings #>> '{security,requireTwoFactorSince}' as since from tenant where id = $1`,
        [manager.shop.tenantId],
      )
    expect(await since()).toEqual([{ since: new Date(test.api.now).toISOString() }])
    test.api.now += 60_000
    const back = await manager.done(
      'PATCH',
      '/security',
      { idleMinutes: null, allowedAddresses: [] },
      { ifMatch: '"r2"' },
    )
    expect(back.body).toMatchObject({
      security: { requireTwoFactor: true, idleMinutes: 120, allowedAddresses: [] },
    })
    expect(await since()).toEqual([{ since: new Date(test.api.now - 60_000).toISOString() }])
    await manager.done('PATCH', '/security', { requireTwoFactor: false }, { ifMatch: '"r3"' })
    expect(await since()).toEqual([{ since: null }])
  })

  it.each([
    ['no address', { allowedAddresses: ['127.0.0.1', 'home'] }, '/allowedAddresses/1'],
    ['a range beyond all bits', { allowedAddresses: ['127.0.0.0/33'] }, '/allowedAddresses/0'],
    ['a place that the sender is not at', { allowedAddresses: ['203.0.113.0/24'] }, '/allowedAddresses'],
    ['sessions that never end', { idleMinutes: 721 }, '/idleMinutes'],
    ['sessions that end at once', { idleMinutes: 14 }, '/idleMinutes'],
  ])('is refused with %s', async (_, body, problem) => {
    const manager = await open()
    expect(await manager.problems('PATCH', '/security', body, { ifMatch: '"r1"' })).toEqual([problem])
  })
})

describe('the first steps', () => {
  it('are done when they are', async () => {
    const shop = await test.open(null)
    const manager = admin.manager(shop.key)
    const done = async () =>
      (await manager.get<{ steps: { step: string; isDone: boolean }[] }>('/checklist')).body.steps
        .filter(({ isDone }) => isDone)
        .map(({ step }) => step)
    expect(await done()).toEqual(['keyMade'])
    await shop.sendText('GET', '/v1/pvt/RewardConfigurations')
    await expect.poll(done).toEqual(['keyMade', 'firstCall'])
    await shop.publish({
      cashback: { isOn: false, pointValue: '0' },
      rules: [{ id: 1, kind: 'purchase', points: '1' }],
    })
    expect(await done()).toEqual(['keyMade', 'firstCall', 'programPublished'])
    await shop.completed('1', 'ana', 10)
    expect(await done()).toEqual(['keyMade', 'firstCall', 'programPublished', 'firstPoints'])
    expect((await manager.get('/checklist')).body).toMatchObject({ isDone: false })
    const other = await open()
    expect(
      (await other.get<{ steps: { isDone: boolean }[] }>('/checklist')).body.steps.map((step) => step.isDone),
    ).toEqual([true, false, false, false, false, false])
  })
})

describe('inactivity', () => {
  /** It is 15 January 2026, nine in the morning in São Paulo. */
  const inactivityAfter = async (manager: Manager, inactivity: object | null) =>
    (await patch(manager, { inactivity })).body.inactivity
  const refusedAt = async (manager: Manager, inactivity: object): Promise<unknown> => {
    const { etag } = await manager.get('')
    const { status, body } = await manager.send('PATCH', '', { inactivity }, { ifMatch: etag })
    expect(status).toBe(422)
    return (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)
  }

  it('starts tomorrow, or on a day up to two years ahead', async () => {
    const manager = await open()
    expect(await inactivityAfter(manager, { months: 12 })).toEqual({
      months: 12,
      noticeDays: 0,
      startsOn: '2026-01-16',
    })
    expect(await inactivityAfter(manager, null)).toBeNull()
    expect(await inactivityAfter(manager, { months: 12, noticeDays: 45, startsOn: '2028-01-15' })).toEqual({
      months: 12,
      noticeDays: 45,
      startsOn: '2028-01-15',
    })
    expect(await refusedAt(manager, { startsOn: '2028-01-16' })).toEqual(['/inactivity/startsOn'])
    expect(await refusedAt(manager, { startsOn: '2026-01-15' })).toEqual(['/inactivity/startsOn'])
    expect(await refusedAt(manager, { startsOn: '2026-02-30' })).toEqual(['/inactivity/startsOn'])
  })

  it('needs to know after how many months, within its bounds', async () => {
    const manager = await open()
    expect(await refusedAt(manager, { noticeDays: 45 })).toEqual(['/inactivity/months'])
    expect(await refusedAt(manager, { months: 0 })).toEqual(['/inactivity/months'])
    expect(await refusedAt(manager, { months: 121 })).toEqual(['/inactivity/months'])
    expect(await refusedAt(manager, { months: 12, noticeDays: 91 })).toEqual(['/inactivity/noticeDays'])
  })

  it('keeps its start where it gives more time, and starts anew where it gives less', async () => {
    const manager = await open()
    await patch(manager, { inactivity: { months: 12, noticeDays: 30, startsOn: '2026-02-01' } })
    test.api.now += 60 * 86_400_000
    const kept = { months: 24, noticeDays: 45, startsOn: '2026-02-01' }
    expect(await inactivityAfter(manager, { months: 24, noticeDays: 45 })).toEqual(kept)
    // What was read can be sent again.
    expect(await inactivityAfter(manager, kept)).toEqual(kept)
    expect(await inactivityAfter(manager, { months: 18 })).toEqual({
      ...kept,
      months: 18,
      startsOn: '2026-03-17',
    })
    expect(await inactivityAfter(manager, { noticeDays: 0, startsOn: '2026-05-01' })).toEqual({
      months: 18,
      noticeDays: 0,
      startsOn: '2026-05-01',
    })
    // What was to start later still does.
    expect(await inactivityAfter(manager, { months: 6 })).toEqual({
      months: 6,
      noticeDays: 0,
      startsOn: '2026-05-01',
    })
    expect(await refusedAt(manager, { months: 5, startsOn: '2026-02-01' })).toEqual(['/inactivity/startsOn'])
  })
  it('warns of what Québec does not allow, in the language of the reader', async () => {
    const manager = await open()
    const warnings = async (inactivity: object) =>
      (await patch(manager, { inactivity })).body.warnings.map(({ pointer, name }) => `${pointer} ${name}`)
    expect(await warnings({ months: 11, noticeDays: 45 })).toEqual(['/inactivity shortInactivity'])
    expect(await warnings({ months: 12, noticeDays: 29 })).toEqual(['/inactivity shortInactivity'])
    expect(await warnings({ noticeDays: 61 })).toEqual(['/inactivity shortInactivity'])
    expect(await warnings({ noticeDays: 30 })).toEqual([])
    expect(await warnings({ noticeDays: 60 })).toEqual([])
  })
})
