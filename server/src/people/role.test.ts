/** The table of docs/guides/people-and-roles.md, against the roles themselves. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PERMISSIONS, type Permission, ROLES, type Role } from '../contract/permission.ts'
import { canBeOfToken, permissionsOf } from './role.ts'

const page = readFileSync(new URL('../../../docs/guides/people-and-roles.md', import.meta.url), 'utf8')

/** What each row of the table is about. */
const ROWS: Readonly<Record<string, readonly Permission[]>> = {
  'read program, rewards, tiers, quizzes': ['program.read', 'rewards.read', 'tiers.read', 'quizzes.read'],
  'change program, rewards, tiers, quizzes; publish': [
    'program.write',
    'program.publish',
    'rewards.write',
    'tiers.write',
    'quizzes.write',
  ],
  'see what the [storefront](../operating/storefront.md) shows': ['storefront.read'],
  'switch the storefront on or off, change how it looks and what it shows': ['storefront.write'],
  'change the domains and addresses of the storefront': ['storefront.domains'],
  'read coupon codes': ['codes.read'],
  'read customers, their points, orders and redemptions': ['customers.read'],
  'see who a customer is: names, addresses, documents, phones': ['customers.personal'],
  'help a customer: adjust points and stamps, redeem, return a redemption, cancel an order, add, enrol, edit':
    ['customers.write', 'points.adjust', 'redemptions.create', 'redemptions.return', 'orders.cancel'],
  'export all that is kept of a person': ['customers.export'],
  'see and control jobs of kinds that one may start': ['jobs.use'],
  'export data, upload files': ['exports.create', 'files.upload'],
  'run imports dry, apply and undo them': ['imports.read', 'imports.write', 'imports.apply'],
  'read the figures of the first page': ['reports.overview'],
  'read reports, and what their figures are made of': ['reports.read'],
  'read the journal and closed months': ['accounting.read'],
  'close a month': ['accounting.close'],
  'run a program over past orders': ['backtests.run'],
  'merge two customers': ['customers.merge'],
  'erase a person': ['customers.erase'],
  "approve another person's request": ['approvals.decide'],
  'read settings, people, tokens': ['settings.read', 'people.read', 'tokens.read'],
  'change settings, security, people, service tokens': [
    'settings.write',
    'security.write',
    'people.write',
    'tokens.write',
  ],
  'read API keys, webhook endpoints and failed calls': ['keys.read', 'webhooks.read', 'requests.read'],
  'change API keys and webhook endpoints': ['keys.write', 'webhooks.write'],
  'read the audit': ['audit.read'],
}

it('the guide says what each role may do', () => {
  const [, heading = '', table = ''] = /^\| May +\|(.*)\|\n\|[-| ]+\|\n((?:\|.*\|\n)+)/m.exec(page) ?? []
  expect(heading.split('|').map((role) => role.trim())).toEqual([...ROLES])
  const rows = table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(rows.map(([what]) => what)).toEqual(Object.keys(ROWS))
  for (const [what = '', ...cells] of rows) {
    for (const [index, role] of ROLES.entries()) {
      const mine = ROWS[what]?.map((permission) => permissionsOf(role).includes(permission))
      const isOwn = what === 'read the audit' && mine?.[0] && !permissionsOf(role).includes('audit.all')
      expect([what, role, cells[index]]).toEqual([
        what,
        role,
        isOwn ? 'own' : mine?.every(Boolean) ? '●' : '–',
      ])
      // No row is half true.
      expect(new Set(mine).size).toBe(1)
    }
  }
  const told = Object.values(ROWS).flat()
  expect(PERMISSIONS.filter((permission) => !told.includes(permission))).toEqual(['audit.all'])
})

it('no role has what another one of less has not, but the developer; and support reads no reports', () => {
  const order: readonly Role[] = ['viewer', 'support', 'manager', 'owner']
  for (const [index, role] of order.entries()) {
    for (const less of order.slice(0, index)) {
      const isKept = (permission: Permission) => role === 'support' && permission === 'reports.read'
      const mine = permissionsOf(role)
      expect(permissionsOf(less).filter((one) => !mine.includes(one) && !isKept(one))).toEqual([])
    }
  }
})

it('no token can let anybody in, be the second person, or close the books', () => {
  for (const permission of [
    'people.write',
    'tokens.write',
    'security.write',
    'approvals.decide',
    'accounting.close',
  ] as const) {
    expect(canBeOfToken(permission, 'personal')).toBe(false)
    expect(canBeOfToken(permission, 'service')).toBe(false)
  }
  expect(canBeOfToken('people.read', 'service')).toBe(false)
  expect(canBeOfToken('people.read', 'personal')).toBe(true)
})
