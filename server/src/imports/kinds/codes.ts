/** Files of codes for the lists of rewards. */
import { codeKey } from '../../coupons/coupon.ts'
import { ZERO } from '../../platform/decimal.ts'
import { foreseeCodes } from '../../rewards/manage/codes-of-files.ts'
import type { CodeContext, CodeLine, CodeValues } from '../code-line.ts'
import { addCodes } from '../import-codes.ts'
import type { LineDone, LineRefusal } from '../line.ts'
import { loadCouponContext } from '../load-context.ts'
import { readCode } from '../read-code.ts'
import { codeDone } from '../rules/code-done.ts'
import { previewCodes, undoCodes } from '../undo/codes.ts'
import type { FileKind } from './kind.ts'

export const CODES: FileKind<CodeValues, CodeLine, CodeContext> = {
  shows: { amounts: [], moments: ['validUntil'], weighed: null },
  leftOut: ({ isAssigned }) => (isAssigned === true ? 'codesGivenOut' : null),
  keyOf: ({ code }) => (code === undefined ? undefined : codeKey(code)),
  contentOf: ({ code = null }) => [code],
  loadContext: loadCouponContext,
  read: readCode,
  customerOf: () => null,
  async foresee(tx, lines, { tenant }) {
    const outcomes = await foreseeCodes(tx, tenant.id, broughtBy(lines))
    return doneInOrder(lines, outcomes.map(codeDone)).map((done) =>
      'outcome' in done ? { ...done, customer: null, balance: null } : done,
    )
  },
  outcomeOfLater: () => 'create',
  added: () => ({ lots: [], debt: null, weight: ZERO }),
  async apply(lines, { tenant, till, importId }) {
    const codes = broughtBy(lines)
    const outcomes = codes.length === 0 ? [] : await till.run(addCodes, { tenant, importId, codes })
    return doneInOrder(lines, outcomes.map(codeDone))
  },
  previewUndo: previewCodes,
  undoPage: undoCodes,
}

const LEFT_OUT: LineDone = { outcome: 'unchanged', customerId: null, isProfileChanged: false }

function broughtBy(lines: readonly CodeLine[]) {
  return lines.filter(({ isLeftOut }) => !isLeftOut).map(({ code }) => code)
}

/** The outcomes are those of the lines that bring a code. */
function doneInOrder(
  lines: readonly CodeLine[],
  outcomes: readonly (LineDone | LineRefusal)[],
): readonly (LineDone | LineRefusal)[] {
  const left = [...outcomes]
  return lines.map(({ isLeftOut }) => (isLeftOut ? LEFT_OUT : (left.shift() ?? LEFT_OUT)))
}
