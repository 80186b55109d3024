/** Files of customers and of their balances. */
import { randomUUID } from 'node:crypto'
import type { AccountContext } from '../account-context.ts'
import type { AccountLine } from '../account-line.ts'
import { announceUnclaimed } from '../announce-unclaimed.ts'
import { importAccount } from '../commands.ts'
import { bringsSomething, foreseeAccounts } from '../foresee.ts'
import type { AccountValues } from '../line.ts'
import { contentOf } from '../line-content.ts'
import { loadAccountContext } from '../load-context.ts'
import { readAccount } from '../read-account.ts'
import { findAppliedOf } from '../store/imports.ts'
import { previewUndo } from '../undo/preview.ts'
import { undoPage } from '../undo/undo-page.ts'
import type { FileKind } from './kind.ts'
import { throughTill } from './through-till.ts'

export const ACCOUNTS: FileKind<AccountValues, AccountLine, AccountContext> = {
  shows: {
    amounts: ['points', 'cashback', 'pendingPoints', 'spend'],
    moments: ['expiresOn', 'earnedOn', 'availableOn', 'tierUntil'],
    weighed: 'points',
  },
  log: {
    movementOf(values) {
      const { points, earnedOn = null } = values
      const [customer] = contentOf(values)
      return points === undefined ? null : { customer: customer ?? '', at: earnedOn, points }
    },
    withLeft: (values, points) => ({ ...values, points }),
  },
  keyOf: ({ key }) => key,
  contentOf,
  loadContext: loadAccountContext,
  read: readAccount,
  customerOf: ({ sent }) => sent,
  foresee: foreseeAccounts,
  countsTwiceWith: async (tx, tenantId, { spend, orderCount }) =>
    spend === undefined && orderCount === undefined ? [] : findAppliedOf(tx, tenantId, ['orders']),
  outcomeOfLater: (line) => (bringsSomething(line, null) ? 'update' : 'unchanged'),
  added: ({ lots, debt, weight }) => ({ lots, debt, weight }),
  async apply(lines, { tenant, till, directory, importId, options }) {
    if (lines.some(({ sent }) => sent.isNamedByContact)) await announceUnclaimed({ directory }, tenant)
    return throughTill(lines, (line) =>
      till.run(importAccount, { tenant, line, importId, options, publicId: randomUUID() }),
    )
  },
  previewUndo,
  undoPage,
}
