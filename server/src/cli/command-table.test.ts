/** The table of commands in the README, against the commands themselves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from './main.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
const [, table = ''] = /^## The command line\n([\s\S]*?)^Put `npx` in front/m.exec(readme) ?? []
const rows = [...table.matchAll(/^\| `punchcard ((?:[^`\\]|\\.)+)` +\| (.*) +\|$/gm)].map(
  ([, call = '', meaning = '']) => ({
    call,
    meaning,
    words: /^[a-z]+( [a-z]+)*/.exec(call)?.[0].split(' ') ?? [],
  }),
)

/** Those that do something, by their words: `tenant create`. */
function commandsOf(command: Command, words: readonly string[] = []): Map<string, Command> {
  if (command.commands.length === 0) return new Map([[words.join(' '), command]])
  return new Map(command.commands.flatMap((one) => [...commandsOf(one, [...words, one.name()])]))
}
const commands = commandsOf(createProgram())

/** Of `completion bash|zsh` the second word is no command. */
const nameIn = (words: readonly string[]): string =>
  commands.has(words.join(' ')) ? words.join(' ') : words.slice(0, -1).join(' ')

it('has every command', () => {
  const mentioned = rows.flatMap(({ words, meaning }) => [
    nameIn(words),
    ...[...meaning.matchAll(/`([a-z]+)`/g)].map(([, other = '']) => [...words.slice(0, -1), other].join(' ')),
  ])
  expect([...commands.keys()].filter((name) => !mentioned.includes(name))).toEqual([])
})

it('has no command or flag that there is not', () => {
  expect(rows.length).toBeGreaterThan(15)
  for (const { call, meaning, words } of rows) {
    const command = commands.get(nameIn(words))
    expect([call, command?.name()]).toEqual([call, expect.any(String)])
    const flags = [...`${call} ${meaning}`.matchAll(/(?<![\w-])--[a-z-]+/g)].map(([flag]) => flag)
    const known = command?.options.map(({ long }) => long) ?? []
    expect([call, flags.filter((flag) => !known.includes(flag))]).toEqual([call, []])
  }
})

it('says which take no --json', () => {
  const [, list = ''] = /^Put `npx` in front.*?All but ([^.]*?) take `--json`/m.exec(readme) ?? []
  const without = [...commands].filter(([, { options }]) => !options.some(({ long }) => long === '--json'))
  expect([...list.matchAll(/`([a-z ]+)`/g)].map(([, name]) => name)).toEqual(without.map(([name]) => name))
})
