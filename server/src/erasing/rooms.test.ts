import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { LISTS } from './person-file.ts'
import { PersonFile } from './person-file-schema.ts'
import { ROOMS } from './rooms.ts'

it('lists every room with customer data', () => {
  const found = globSync('*/customer-data.ts', { cwd: `${import.meta.dirname}/..` }).map(dirname)
  expect(Object.keys(ROOMS).sort()).toEqual(found.sort())
})

it('has every list of every room in the file, in the order in which the file is described', () => {
  const ofRooms = Object.values(ROOMS).flatMap(({ exported }) => Object.keys(exported))
  expect(Object.keys(LISTS).sort()).toEqual(ofRooms.sort())
  const described = Object.entries(PersonFile.properties as Described).filter(
    ([name, { type }]) => type === 'array' && name !== 'formerIds',
  )
  expect(Object.keys(LISTS)).toEqual(described.map(([name]) => name))
})

it('has every list and member of its entries in the reference', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../docs/reference/files.md`, 'utf8')
  const section = /## The data of one customer\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  for (const [name, { items }] of Object.entries(PersonFile.properties as Described)) {
    const line = section.split('\n').find((text) => text.split('|')[1]?.includes(`\`${name}\``)) ?? ''
    const members = Object.keys(items?.properties ?? {})
    const missing = members.filter((member) => !line.includes(`\`${member}\``))
    expect([name, line === '', missing]).toEqual([name, false, []])
  }
})

type Described = Readonly<
  Record<string, { readonly type?: string; readonly items?: { readonly properties?: object } }>
>
