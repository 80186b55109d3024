/** docs/guides/returns.md: every command is run as it stands there, and what is shown of each answer must be in it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startClockedApi } from '../support/api-processes.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../../docs/guides/returns.md', import.meta.url), 'utf8')
const BLOCK = /```(sh|json)\n([\s\S]*?)```/g
const IN_THE_GUIDE = 'TOKEN:KEY http://127.0.0.1:3000'
const A_DATE = /^\d{4}-\d\d-\d\dT/

const test = useShops()

interface Step {
  readonly command: string
  /** null: nothing is shown of its answer. */
  readonly shown: unknown
}

function stepsOf(text: string): Step[] {
  const blocks = [...text.matchAll(BLOCK)].map(([, kind, content = '']) => ({ kind, content }))
  return blocks.flatMap(({ kind, content: command }, index) => {
    const next = blocks[index + 1]
    if (kind !== 'sh') return []
    return [{ command, shown: next?.kind === 'json' ? JSON.parse(next.content) : null }]
  })
}

/** Dates are those of the day on which the page was written, and a space that keeps words together looks like any. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, (_, member) =>
    typeof member === 'string' && A_DATE.test(member) ? 'a date' : member,
  )
  return JSON.parse(text.replaceAll('\u00a0', ' '))
}

it('says what happens', async () => {
  const shop = await test.open()
  // A clock that stands still would lie before the dates that the commands take from the machine.
  const api = await startClockedApi(test.api.databaseUrl, Math.max(START, Date.now()))
  try {
    const steps = stepsOf(guide)
    expect(guide).toContain(IN_THE_GUIDE)
    expect(steps.filter(({ shown }) => shown !== null)).toHaveLength(7)
    const login = Buffer.from(shop.key.authorization.replace('Basic ', ''), 'base64').toString()
    // One shell: a later command uses the variables of the first.
    const script = steps
      .map(({ command }) => `${command.replace(IN_THE_GUIDE, `${login} ${api.url}`)}\nprintf '\\0'`)
      .join('\n')
    const { stdout } = await run('bash', ['-euc', script])
    const answers = stdout.split('\0')
    for (const [index, { command, shown }] of steps.entries()) {
      if (shown === null) continue
      expect(comparable(JSON.parse(answers[index] ?? '')), command).toMatchObject(comparable(shown) as object)
    }
  } finally {
    await api.stop()
  }
})
