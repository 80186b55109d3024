/** The reference of an API as one page; the page `/docs` of a server can also try the operations. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Api {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export function writeApiPage(title: string, { info, paths }: Api): string {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')
  return [
    `# ${title}`,
    '',
    `Every operation of version ${info.version}. Your own server has the same at \`/docs\`, with examples, and tries them.`,
    ...[...groups].flatMap(([tag, ofTag]) => ['', `## ${tag}`, ...ofTag.flatMap(writeOperation)]),
    '',
  ].join('\n')
}

function writeOperation({
  verb,
  path,
  operation,
}: {
  verb: string
  path: string
  operation: Operation
}): string[] {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const members = (body?.type === 'array' ? body.items : body)?.properties ?? {}
  const rows = [
    ...parameters.map(
      ({ name, in: place, required, description: text = '' }) => [name, place, required, text] as const,
    ),
    ...Object.entries(members).map(
      ([name, member]) => [name, 'body', body?.required?.includes(name), member.description ?? ''] as const,
    ),
  ]
  return [
    '',
    `### ${cell(summary)} {#${operationId.replaceAll('.', '-')}}`,
    '',
    `\`${verb} ${path}\``,
    '',
    // Braces would be a program of the page's own.
    description.replaceAll('{', '&#123;').replaceAll('<', '&lt;'),
    ...(rows.length === 0
      ? []
      : [
          '',
          '| Name | In | |',
          '| --- | --- | --- |',
          ...rows.map(
            ([name, place, isRequired, text]) =>
              `| \`${name}\` | ${place} | ${isRequired ? 'Required. ' : ''}${cell(text)} |`,
          ),
        ]),
  ]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('{', '&#123;').replaceAll('<', '&lt;')
}
