import { type TProperties, Type } from 'typebox'
import { LENGTH, Text } from '../schema.ts'
import { Id } from './schema.ts'

/** An object of a body: what it does not know is refused, not ignored. */
export const Body = <Properties extends TProperties>(properties: Properties, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description ? { description } : {}) })

/** The number of a thing, in a path. */
export const IdParams = (description: string) => Type.Object({ id: Id(description) })

export const Url = (description: string) => Text(description, LENGTH.url)
