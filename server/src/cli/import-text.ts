/** An import on a terminal. */
import type { ShownImport, UndoPreview } from '../management/import-client.ts'
import { counted } from '../platform/counted.ts'
import { flagsFor, type Question } from './import-answers.ts'
import { table } from './output.ts'

const OUTCOMES: Readonly<Record<keyof NonNullable<ShownImport['plan']>['counts'], string>> = {
  create: 'New customers, or new codes',
  unclaimed: 'New customers without an ID (unclaimed)',
  update: 'Added to customers who are there',
  unchanged: 'Nothing new',
  doneBefore: 'Already imported',
  duplicateInFile: 'Duplicates in the file',
  erasedPerson: 'Erased customers',
  refused: 'Refused',
}

export function importText(imported: ShownImport): string {
  const { id, kind, state, file, plan, applied, undone } = imported
  const lines = [`Import ${id} (${kind}) of “${file.name}”: ${stateText(imported)}.`]
  if (plan && !applied) lines.push('', ...planLines(plan, kind), ...questionLines(imported.questions))
  if (applied)
    lines.push('', `${state === 'undone' ? 'Had been applied' : 'Applied'}:`, doneText(applied, kind))
  if (state === 'appliedInPart') lines.push('', cancelledText(imported))
  if (undone)
    lines.push(
      '',
      `Undone: ${counted(undone.lines, 'line', 'lines')}.`,
      ...takenLines(undone),
      ...keptLines(undone),
    )
  return lines.join('\n')
}

function stateText({ state, check, apply, undo }: ShownImport): string {
  const running = [undo, apply, check].find(
    (job) => job && ['queued', 'running', 'paused'].includes(job.state),
  )
  if (running) return `${state}, job ${running.id} (${running.kind}) is ${running.state}`
  return state
}

/** What was refused until then is in no file: the file as a whole comes again. */
function cancelledText({ applied, plan }: ShownImport): string {
  const done = Object.values(applied?.counts ?? {}).reduce((sum, count) => sum + count, 0)
  return `It was cancelled after ${done} of ${plan?.lines ?? done} lines. Upload the file again to do the others: lines that were done are skipped. Or undo it.`
}

type Plan = NonNullable<ShownImport['plan']>

function planLines(
  { lines, counts, sums, owed, reasons, warnings, extremes, events, profiles }: Plan,
  kind: ShownImport['kind'],
): string[] {
  const added = table(
    ['Expires', 'Points', 'Cashback'],
    sums.byMonth.map(({ month, points, cashback }) => [month ?? 'never', points, cashback]),
  )
  return [
    `${counted(lines, 'line', 'lines')}:`,
    countsText(counts, kind),
    '',
    `Points ${sums.points}, cashback ${sums.cashback}. Customers have ${owed.points} points and ${owed.cashback} cashback now.`,
    ...(sums.byMonth.length > 0 ? [added] : []),
    ...extremes
      .filter(({ member, kind }) => member === 'points' && kind === 'largest')
      .map(({ value, line }) => `Largest balance: ${value} points, line ${line}.`),
    `Webhook events: ${events}. They are not sent unless you choose --webhooks send.`,
    ...(profiles > 0
      ? [`${counted(profiles, 'profile changes', 'profiles change')}. This can’t be undone.`]
      : []),
    ...(reasons.length > 0 ? ['', 'Refused because:'] : []),
    ...reasons.map(({ reason, lines }) => `  ${reason}: ${lines}`),
    ...(warnings.length > 0 ? [''] : []),
    ...warnings.map(({ message }) => `Warning: ${message}`),
  ]
}

/** What lines of orders become. */
const OF_ORDERS: Partial<typeof OUTCOMES> = {
  create: 'New orders',
  unclaimed: 'New orders of new customers without an ID',
  unchanged: 'Orders that are there',
}

function countsText(counts: Plan['counts'], kind: ShownImport['kind']): string {
  const words = kind === 'orders' ? { ...OUTCOMES, ...OF_ORDERS } : OUTCOMES
  const rows = Object.entries(words).map(([outcome, text]) => [
    `  ${text}`,
    String(counts[outcome as keyof Plan['counts']]),
  ])
  return rows.map(([text = '', count = '']) => `${text.padEnd(44)}${count.padStart(10)}`).join('\n')
}

function doneText({ counts, sums }: NonNullable<ShownImport['applied']>, kind: ShownImport['kind']): string {
  return `${countsText(counts, kind)}\n  Points ${sums.points}, cashback ${sums.cashback}.`
}

/** What undoing takes off, and what stays. */
export function undoText(preview: UndoPreview): string {
  const { lines, lots, usedLots, customersWhoUsed, debts, made } = preview
  return [
    `${counted(lines, 'line', 'lines')} had an effect: ${counted(lots, 'lot', 'lots')}, ${counted(debts, 'debt', 'debts')}, ${counted(made, 'new customer', 'new customers')}.`,
    ...takenLines(preview),
    ...keptLines(preview),
    ...(usedLots > 0
      ? [
          `${counted(usedLots, 'lot was', 'lots were')} used in part, by ${counted(customersWhoUsed, 'customer', 'customers')}.`,
        ]
      : []),
  ].join('\n')
}

/** Of orders, coupons and codes. */
function keptLines({ kept }: Pick<UndoPreview, 'kept'>): string[] {
  if (kept === 0) return []
  return [
    `${counted(kept, 'line stays', 'lines stay')}: what was brought was used, given out or changed since.`,
  ]
}

function takenLines({
  taken,
  stays,
  forgiven,
  repaid,
}: Pick<UndoPreview, 'taken' | 'stays' | 'forgiven' | 'repaid'>): string[] {
  const isNothing = ({ points, cashback }: typeof taken) => Number(points) === 0 && Number(cashback) === 0
  return [
    `Taken off: ${taken.points} points, ${taken.cashback} cashback.`,
    `Stays, because it was used: ${stays.points} points, ${stays.cashback} cashback.`,
    ...(isNothing(forgiven)
      ? []
      : [`Owed no more: ${forgiven.points} points, ${forgiven.cashback} cashback.`]),
    ...(isNothing(repaid)
      ? []
      : [`Stays repaid, by what customers got since: ${repaid.points} points, ${repaid.cashback} cashback.`]),
  ]
}

function questionLines(questions: readonly Question[]): string[] {
  const open = questions.filter(({ answer }) => answer === null)
  if (open.length === 0) return []
  return ['', `${counted(open.length, 'question has', 'questions have')} to be answered first:`].concat(
    open.flatMap((question) => {
      const flags = flagsFor(question)
      return [
        `? ${question.message}`,
        ...question.examples.map(({ value, readings }) => `    ${value}${readingsText(readings)}`),
        ...(flags.length > 0 ? [`  Answer with ${flags.join(' or ')}`] : []),
      ]
    }),
  )
}

function readingsText(readings: Readonly<Record<string, string>>): string {
  return Object.entries(readings)
    .map(([answer, reading]) => `  ${answer}: ${reading === '' ? 'refused' : reading}`)
    .join('')
}
