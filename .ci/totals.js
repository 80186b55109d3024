// The tests of all runs: the files that took longest, then the totals. Takes vitest's reports as JSON.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const SLOWEST = 10

/** A report that is not there, or a file that could not be loaded, has no test to count, and counts as one that failed. */
function filesOf(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    return [{ name: report, status: 'failed', assertionResults: [], startTime: 0, endTime: 0 }]
  }
}

function statusesOf({ status, assertionResults: tests }) {
  const statuses = tests.map((test) => test.status)
  return status === 'failed' && !statuses.includes('failed') ? [...statuses, 'failed'] : statuses
}

const files = process.argv.slice(2).flatMap(filesOf)
const slowest = files
  .toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
  .slice(0, SLOWEST)
const print = (line) => process.stdout.write(`${line}\n`)
print('The slowest files:')
for (const { name, startTime, endTime } of slowest) {
  const seconds = ((endTime - startTime) / 1_000).toFixed(1)
  print(`${seconds.padStart(7)} s  ${relative('.', name)}`)
}
const statuses = files.flatMap(statusesOf)
const count = (wanted) => statuses.filter((status) => status === wanted).length
print(`${count('passed')} passed, ${count('failed')} failed`)
