import { describe, expect, it } from 'vitest'
import { migrationOf, problemsOfMigrations, statementsOf } from './migration-file.ts'

const OUTSIDE = '-- punchcard: no transaction\n'

function problemsOf(...texts: readonly string[]): string[] {
  return problemsOfMigrations(texts.map((text, index) => migrationOf(`000${index + 1}_x.sql`, text)))
}

describe('the statements of a migration', () => {
  it('are told apart by semicolons, except inside quotes, bodies and comments', () => {
    const text = `
      -- one; two
      create table a (b text default 'x;''y'); /* ; */
      do $$ begin null; end $$;
      create function f() returns void language sql as $body$ select 1; $body$;
      insert into "od;d" values (1)`
    expect(statementsOf(text)).toEqual([
      `create table a (b text default 'x;''y')`,
      'do $$ begin null; end $$',
      'create function f() returns void language sql as $body$ select 1; $body$',
      'insert into "od;d" values (1)',
    ])
  })
})

describe('a migration outside a transaction', () => {
  it('may hold whatever can be done again', () => {
    const text = `${OUTSIDE}
      -- Why.
      create index concurrently if not exists a_b on a (b) where b > 0;
      CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_c
        ON a (c);
      drop index concurrently if exists a_old;
      alter table a validate constraint a_check;
      analyze a;
      vacuum analyze a;`
    expect(problemsOf(text)).toEqual([])
  })

  it.each([
    'create index concurrently a_b on a (b)',
    'create index if not exists a_b on a (b)',
    'create index concurrently if not exists on a (b)',
    'drop index concurrently a_b',
    'drop index if exists a_b',
    'insert into a values (1)',
    'update a set b = b + 1',
    'alter table a add column b int',
    'do $$ begin end $$',
    'begin',
  ])('may not hold “%s”', (statement) => {
    expect(problemsOf(`${OUTSIDE}${statement};`)).toEqual([
      expect.stringContaining(`0001_x.sql must not hold “${statement}”: outside a transaction only`),
    ])
  })
})

describe('migrations', () => {
  it('have numbers of their own and names that sort', () => {
    const migrations = ['0001_one.sql', '0001_two.sql', '2_three.sql'].map((name) => migrationOf(name, ''))
    expect(problemsOfMigrations(migrations)).toEqual([
      '2_three.sql is not named like 0001_what_it_does.sql.',
      '0001_two.sql has the number of another migration.',
    ])
  })

  it.each([
    'create index concurrently a on b (c)',
    'drop index concurrently a',
    'reindex index concurrently a',
  ])('that run in a transaction cannot hold “%s”', (statement) => {
    expect(problemsOf(`${statement};`)).toEqual([
      expect.stringContaining('its first line has to be “-- punchcard: no transaction”'),
    ])
  })
})
