import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FileFormat, type FileReason, type Octets, type Position, UnreadableFile } from './format.ts'
import { lookAt } from './look.ts'
import { RecordReader } from './record-reader.ts'

const SEED = Number(process.env.TEST_SEED ?? 7)

/** Of a file in memory, a few octets at a time. */
function octetsOf(file: Buffer, atOnce = 4_194_304): Octets {
  return { size: file.length, read: async (from) => file.subarray(from, from + atOnce) }
}

async function formatOf(file: Buffer): Promise<FileFormat> {
  const { form } = await lookAt(octetsOf(file))
  return { ...form, numbers: {}, dates: {} }
}

const CSV: FileFormat = {
  ...{ kind: 'csv', isPacked: false, encoding: 'utf-8', delimiter: ',', hasHeader: true, isOurs: false },
  ...{ numbers: {}, dates: {} },
}

const CSV_OF_SEMICOLONS: FileFormat = { ...CSV, delimiter: ';' }

interface Read {
  readonly lines: readonly number[]
  readonly rows: readonly (readonly string[])[]
  readonly broken: readonly number[]
  readonly positions: readonly Position[]
}

async function readAll(
  file: Buffer,
  format: FileFormat,
  { atOnce = 4_194_304, limit = 1_000 } = {},
): Promise<Read> {
  const reader = new RecordReader(format)
  const [lines, rows, broken, positions]: [number[], (readonly string[])[], number[], Position[]] = [
    [],
    [],
    [],
    [],
  ]
  while (!reader.hasEnded) {
    for (const record of await reader.read(octetsOf(file, atOnce), { limit })) {
      lines.push(record.line)
      rows.push([...record.cells.values()].map((cell) => (typeof cell === 'string' ? cell : cell.number)))
      if (record.isBroken) broken.push(record.line)
    }
    positions.push(reader.position)
  }
  reader.close()
  return { lines, rows, broken, positions }
}

async function refusalOf(work: Promise<unknown>): Promise<UnreadableFile> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof UnreadableFile)) throw new Error(`not refused: ${error}`)
  return error
}

describe('a look at a file', () => {
  const TEXT = 'E-mail;Nome;Saldo\r\nana@x.com;São João;12,50\r\n"b@x.com";"Zé; ""o"" tal\r\nde Lá";7\r\n'
  const LATIN = Buffer.from(TEXT, 'latin1')

  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8'],
    ['Windows-1252', LATIN, 'windows-1252'],
    ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 the other way', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), 'utf-16be'],
    ['gzip', gzipSync(Buffer.from(TEXT)), 'utf-8'],
    ['line feeds alone', Buffer.from(TEXT.replaceAll('\r\n', '\n')), 'utf-8'],
    ['carriage returns alone', Buffer.from(TEXT.replaceAll('\r\n', '\r')), 'utf-8'],
  ] as const)('understands %s', async (name, file, encoding) => {
    const look = await lookAt(octetsOf(file))
    expect(look.form).toMatchObject({ kind: 'csv', encoding, delimiter: ';', hasHeader: true })
    expect(look.unclear).toEqual([])
    expect(look.columns.map(({ name }) => name)).toEqual(['E-mail', 'Nome', 'Saldo'])
    const { rows, lines } = await readAll(file, await formatOf(file), { atOnce: 7 })
    const lineBreak = { 'line feeds alone': '\n', 'carriage returns alone': '\r' }[name as string] ?? '\r\n'
    expect(rows).toEqual([
      ['ana@x.com', 'São João', '12,50'],
      ['b@x.com', `Zé; "o" tal${lineBreak}de Lá`, '7'],
    ])
    expect(lines).toEqual([2, 3])
  })

  it.each([
    [',', 'email,points\na@x.com,5\nb@x.com,7\n'],
    ['\t', 'email\tpoints\na@x.com\t5,5\nb@x.com\t7,1\n'],
    ['|', 'email|points\na@x.com|5\n'],
    [';', 'email;points;name\na@x.com;1,5;Silva, Ana\nb@x.com;7,0;Souza, B\n'],
  ] as const)('finds the delimiter %j', async (delimiter, text) => {
    const look = await lookAt(octetsOf(Buffer.from(text)))
    expect([look.form.delimiter, look.unclear]).toEqual([delimiter, []])
  })

  it('asks where two delimiters divide all lines alike', async () => {
    const look = await lookAt(octetsOf(Buffer.from('email;points,a\na@x.com;5,x\nb@x.com;6,y\n')))
    expect(look.unclear).toContain('delimiter')
  })

  it('takes a first record with data for a record, and asks where nothing tells', async () => {
    const data = await lookAt(octetsOf(Buffer.from('a@x.com,5\nb@x.com,7\n')))
    expect([data.form.hasHeader, data.unclear]).toEqual([false, []])
    expect(data.columns.map(({ name }) => name)).toEqual(['#1', '#2'])
    const texts = await lookAt(octetsOf(Buffer.from('anna,gold\nbert,silver\n')))
    expect([texts.form.hasHeader, texts.unclear]).toEqual([true, ['header']])
  })

  it('calls columns without a name of their own by their place', async () => {
    const look = await lookAt(octetsOf(Buffer.from('email,,email\na@x.com,5,b\n')))
    expect(look.columns.map(({ name }) => name)).toEqual(['email', '#2', '#3'])
  })

  it('warns of what was encoded twice', async () => {
    const file = Buffer.from('name,points\nSÃ£o,5\nJosÃ©,7\n')
    expect((await lookAt(octetsOf(file))).isEncodedTwice).toBe(true)
    expect((await lookAt(octetsOf(Buffer.from('name,points\nSão,5\nÂngela,7\n')))).isEncodedTwice).toBe(false)
  })

  it('looks at the middle and the end of a large file too', async () => {
    const line = (index: number) => `u${index}@x.com,${index > 90_000 ? '"1.234,5"' : '7'}\n`
    const file = Buffer.from(
      `email,points\n${Array.from({ length: 100_000 }, (_, index) => line(index)).join('')}`,
    )
    const look = await lookAt(octetsOf(file))
    expect(look.columns[1]?.numbers.counts.comma).toBeGreaterThan(100)
  })

  const XLSX = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.alloc(26),
    Buffer.from('[Content_Types].xml'),
  ])
  it.each<[string, Buffer, FileReason]>([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['blank lines', Buffer.from('\r\n \n'), 'empty'],
    ['a header alone', Buffer.from('email,points\n'), 'header-only'],
    ['a workbook', XLSX, 'excel-workbook'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'excel-workbook'],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from('a.csv')]), 'zip'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
    ['a page', Buffer.from('\n<!DOCTYPE html><html>'), 'html'],
    ['a table that calls itself a workbook', Buffer.from('<html xmlns:x="urn:schemas">'), 'html'],
    ['a list of JSON', Buffer.from('[{"email":"a@x.com"}]'), 'json-document'],
    ['JSON over several lines', Buffer.from('{\n "email": "a@x.com"\n}'), 'json-document'],
    ['octets', Buffer.from([1, 2, 0, 3]), 'binary'],
    ['gzip in gzip', gzipSync(gzipSync(Buffer.from('email\na@x.com\n'))), 'packed-twice'],
    ['gzip that was cut off', gzipSync(Buffer.from('email\na@x.com\n')).subarray(0, 20), 'damaged-gzip'],
    ['a workbook in gzip', gzipSync(XLSX), 'excel-workbook'],
    ['more columns than there may be', Buffer.from(`${'a,'.repeat(1_000_000)}\n1\n`), 'too-many-columns'],
    ['501 columns', Buffer.from(`${'a,'.repeat(500)}b\n`), 'too-many-columns'],
    ['a line without an end', Buffer.alloc(3_000_000, 'a'), 'header-only'],
  ])('refuses %s by its first octets', async (_, file, reason) => {
    expect((await refusalOf(lookAt(octetsOf(file)))).reason).toBe(reason)
  })
})

describe('records', () => {
  it.each([
    [
      'a,b\n1,2\n3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
      [2, 3],
      [],
    ],
    ['a,b\r\n\r\n1,2\r\n', [['1', '2']], [3], []],
    [
      'a,b\n"1\n\n2",3\n4,5\n',
      [
        ['1\n\n2', '3'],
        ['4', '5'],
      ],
      [2, 5],
      [],
    ],
    ['a,b\n5" pipe,x\n', [['5" pipe', 'x']], [2], []],
    [
      'a,b\n"x"y,2\n3,4\n',
      [
        ['x', '2'],
        ['3', '4'],
      ],
      [2, 3],
      [2],
    ],
    [
      'a,b\n1,2\n"open,3\n4,5\n',
      [
        ['1', '2'],
        ['open,3\n4,5\n', ''],
      ],
      [2, 3],
      [3],
    ],
    [
      'a,b\n1\n1,2,\n1,2,3\n',
      [
        ['1', ''],
        ['1', '2'],
        ['1', '2'],
      ],
      [2, 3, 4],
      [4],
    ],
    ['a,b\n"",""\n', [['', '']], [2], []],
    ['a,b\n"""",""""""\n', [['"', '""']], [2], []],
  ] as const)('reads %j', async (text, rows, lines, broken) => {
    for (const atOnce of [1, 3, 1_000]) {
      const read = await readAll(Buffer.from(text), CSV, { atOnce })
      expect(read).toMatchObject({ rows, lines, broken })
    }
  })

  it('reads what was written, however it is cut into pieces, and goes on from any record', async () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', "'", 'ã', '€', '𝄞'),
        maxLength: 6,
      }),
      fc.string({ maxLength: 8 }),
    )
    const file = fc.record({
      rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
      encoding: fc.constantFrom('utf-8', 'utf-16le'),
      atOnce: fc.integer({ min: 1, max: 40 }),
      hasMark: fc.boolean(),
      endsWithBreak: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        file,
        async ({ rows, delimiter, lineBreak, encoding, atOnce, hasMark, endsWithBreak }) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const lines = [['x', 'y', 'z'], ...rows].map((row) => row.map(quoted).join(delimiter))
          const text = `${hasMark ? '\uFEFF' : ''}${lines.join(lineBreak)}${endsWithBreak ? lineBreak : ''}`
          const octets = Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le')
          const format: FileFormat = { ...CSV, delimiter, encoding }
          const { rows: read, positions, broken } = await readAll(octets, format, { atOnce, limit: 1 })
          expect(read).toEqual(rows)
          expect(broken).toEqual([])
          for (const [index, position] of positions.entries()) {
            const rest = new RecordReader(format, position)
            const found = await rest.read(octetsOf(octets, atOnce), { limit: 100 })
            expect(found.map(({ row }) => row)).toEqual(rows.slice(index + 1))
          }
        },
      ),
      { numRuns: Number(process.env.READING_RUNS ?? 100), seed: SEED },
    )
  })

  it('goes on from a record of a packed file', async () => {
    const text = `email,points\n${Array.from({ length: 5_000 }, (_, index) => `u${index}@x.com,${index}\n`).join('')}`
    const file = gzipSync(Buffer.from(text))
    const format = { ...CSV, isPacked: true }
    const first = new RecordReader(format)
    await first.read(octetsOf(file, 1_000), { limit: 3_000 })
    const second = new RecordReader(format, first.position)
    const [next] = await second.read(octetsOf(file, 1_000), { limit: 1 })
    expect([next?.line, next?.row]).toEqual([3_002, ['u3000@x.com', '3000']])
    expect(first.position.byte).toBe(Buffer.byteLength(text.split('u3000@')[0] ?? ''))
    first.close()
    second.close()
  })

  it('stops when the time is up, also before the first record that is wanted', async () => {
    const file = Buffer.from(`email\n${'a@x.com\n'.repeat(1_000)}`)
    const reader = new RecordReader(CSV)
    const records = await reader.read(octetsOf(file), { limit: 1_000, isTimeUp: () => true })
    expect(records.length).toBeLessThan(100)
    expect(reader.hasEnded).toBe(false)
  })

  it('reads NDJSON by the paths of its members, with numbers as they were written', async () => {
    const lines = [
      '{"email":"a@x.com","points":12345678901.1234,"tier":{"name":"Gold","until":null},"tags":[1,2],"enrolled":true}',
      '',
      'no json',
      '{"__proto__":{"x":1},"points":1.10}',
      '[1]',
      `{"a":${'['.repeat(500_000)}`,
      `{"a":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
    ]
    const reader = new RecordReader({ ...CSV, kind: 'ndjson' })
    const records = await reader.read(octetsOf(Buffer.from(lines.join('\n'))), { limit: 100 })
    expect(records.map(({ line, isBroken }) => [line, isBroken])).toEqual([
      [1, false],
      [3, true],
      [4, false],
      [5, true],
      [6, true],
      [7, true],
    ])
    expect([...(records[0]?.cells ?? [])]).toEqual([
      ['email', 'a@x.com'],
      ['points', { number: '12345678901.1234' }],
      ['tier.name', 'Gold'],
      ['tier.until', ''],
      ['enrolled', 'true'],
    ])
    expect(records[2]?.cells.get('points')).toEqual({ number: '1.10' })
  })
})

describe('a quote that is not closed', () => {
  const lines = (...all: readonly string[]) => Buffer.from(all.join('\n'))

  const unclosedOf = async (file: Buffer) => {
    const reader = new RecordReader(await formatOf(file))
    const records = await reader.read(octetsOf(file), { limit: 100 })
    return records.map(({ line, unclosed }) => [line, unclosed && [unclosed.from, unclosed.to]])
  }

  it('is told with the lines that it has taken', async () => {
    const [head, ana, bia] = ['id;nome;saldo', '1;"Ana";10', '2;Bia;20']
    expect(await unclosedOf(lines(head, ana, '2;"Bia;20', '3;Cid;30', '4;Dan;40', ''))).toEqual([
      [2, undefined],
      [3, [3, 5]],
    ])
    expect(await unclosedOf(lines(head, '2;"Bia;20', '3;"Cid";30', bia))).toEqual([
      [2, [2, 3]],
      [4, undefined],
    ])
    expect(await unclosedOf(lines(head, bia, '"3', '4";"Cid;30', '5;Dan;40'))).toEqual([
      [2, undefined],
      [3, [4, 5]],
    ])
    // Within one line it takes nothing else.
    expect(await unclosedOf(lines(head, '1;"Ana" Lima;10', bia))).toEqual([
      [2, undefined],
      [3, undefined],
    ])
    expect(await unclosedOf(lines(head, bia, '3;"Cid'))).toEqual([
      [2, undefined],
      [3, [3, 3]],
    ])
  })

  it('is no header without lines, and refuses the file where it is in the header', async () => {
    const look = await lookAt(octetsOf(lines('id;nome;saldo', '"1;Ana;10', '2;Bia;20')))
    expect(look.columns.map(({ name }) => name)).toEqual(['id', 'nome', 'saldo'])
    for (const header of ['"id;nome;saldo', '"id" x;nome;saldo']) {
      const refused = await refusalOf(lookAt(octetsOf(lines(header, '1;Ana;10', '2;Bia;20'))))
      expect(refused.reason).toBe('unclosed-quote')
    }
  })

  it('ends the reading where it takes more than 1 MiB, at its line', async () => {
    const file = lines('id;nome;saldo', '1;Ana;10', '2;"Bia;20', 'x'.repeat(1_100_000), '')
    const reader = new RecordReader(CSV_OF_SEMICOLONS)
    const refused = await refusalOf(reader.read(octetsOf(file), { limit: 100 }))
    expect(refused).toMatchObject({ reason: 'line-too-long', facts: { line: '3' } })
  })
})

describe('hostile files', () => {
  const read = (file: Buffer, format: FileFormat = CSV) => refusalOf(readAll(file, format))

  it('names the octet that the encoding does not have', async () => {
    const good = Buffer.from(`name\n${'São\n'.repeat(20_000)}`)
    const file = Buffer.concat([good, Buffer.from([0x53, 0xe3, 0x6f, 0x0a])])
    for (const atOnce of [999, 4_194_304]) {
      const { reason, facts } = await refusalOf(readAll(file, CSV, { atOnce }))
      expect([reason, facts.byte]).toEqual(['not-encoded-so', String(good.length + 1)])
    }
  })

  it('stops at a line without an end, and says where it begins', async () => {
    const endless = Buffer.concat([Buffer.from('a,b\n1,2\n"'), Buffer.alloc(8_000_000, 'x\n')])
    expect(await read(endless)).toMatchObject({ reason: 'line-too-long', facts: { line: '3' } })
    const bare = Buffer.concat([Buffer.from('a,b\n'), Buffer.alloc(8_000_000, 'x')])
    expect(await read(bare)).toMatchObject({ reason: 'line-too-long', facts: { line: '2' } })
    expect(await read(bare, { ...CSV, kind: 'ndjson' })).toMatchObject({ reason: 'line-too-long' })
  })

  it('stops at a line of a million columns', async () => {
    const wide = Buffer.from(`a,b\n${'1,'.repeat(500_000)}\n`)
    expect((await read(wide)).reason).toBe('too-many-columns')
    const quoted = Buffer.from(`a,b\n${'"",'.repeat(300_000)}\n`)
    expect((await read(quoted)).reason).toBe('too-many-columns')
  })

  it('stops unpacking a bomb of 2 GB before it takes memory or time', async () => {
    const layer = gzipSync(Buffer.alloc(64 * 1_048_576, 'a,b\n'), { level: 9 })
    const bomb = Buffer.concat(Array.from({ length: 32 }, () => layer))
    const startedAt = performance.now()
    const before = process.memoryUsage().rss
    expect((await read(bomb, { ...CSV, isPacked: true })).reason).toBe('unpacks-too-large')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576)
  })

  it('does not take what is behind the end of a damaged gzip', async () => {
    const file = gzipSync(Buffer.from('a,b\n1,2\n'))
    file[file.length - 6] = (file[file.length - 6] ?? 0) ^ 0xff
    expect((await read(file, { ...CSV, isPacked: true })).reason).toBe('damaged-gzip')
  })
})
