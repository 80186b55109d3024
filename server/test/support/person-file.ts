import { expect } from 'vitest'
import { findSubject } from '../../src/accounts/customer-data.ts'
import { validatorOf } from '../../src/contract/validation.ts'
import { type FilePlace, pageOfPersonFile } from '../../src/erasing/person-file.ts'
import { PersonFile } from '../../src/erasing/person-file-schema.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { TestApi } from './test-api.ts'

/** Few, so that lists go on over pages. */
const ROWS_OF_PAGE = 3

const problemsOf = validatorOf({ ...PersonFile, additionalProperties: false }, 'body')

/** The file about a customer, as the job and the command line write it. It has what its description says, no more. */
export async function personFileOf(
  api: Pick<TestApi, 'cells'>,
  tenantId: number,
  customerId: number,
): Promise<PersonFile> {
  const database = api.cells.of({ cell: MAIN_CELL })
  let text = ''
  let place: FilePlace | null = null
  for (let isLast = false; !isLast; ) {
    const page = await database.read([tenantId], async (tx) => {
      const subject = await findSubject(tx, { tenantId, customerId })
      if (!subject) throw new Error(`there is no customer ${customerId}`)
      return pageOfPersonFile(tx, { tenantId, customerId, subject }, place, ROWS_OF_PAGE)
    })
    text += page.text
    ;({ place, isLast } = page)
  }
  const file: PersonFile = JSON.parse(text)
  expect(text).toBe(`${JSON.stringify(file, null, 2)}\n`)
  expectFits(file)
  return file
}

export function expectFits(file: PersonFile): void {
  expect(problemsOf(structuredClone(file))).toEqual([])
}
