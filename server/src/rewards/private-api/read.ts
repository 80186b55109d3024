import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Metadata } from '../redemption.ts'
import type { MetadatasBody } from './schema.ts'

export function readMetadata(sent: MetadatasBody | null | undefined): readonly Metadata[] | ApiRefusal {
  const pairs = sent ?? []
  const unnamed = pairs.findIndex(({ Name }) => isBlank(Name))
  if (unnamed >= 0) {
    const text = 'is missing or blank.'
    return wrongField('General_FieldCannotBeNullOrBlank', `Metadatas[${unnamed}].Name`, text)
  }
  return pairs.map(({ Name, Value }) => ({ name: Name ?? '', value: Value ?? null }))
}
