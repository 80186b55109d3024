/**
 * Holds all OpenAPI documents to the recommended rules of Redocly and of Spectral. It reads the committed files:
 * `npm run generate` first. Our own rules are in `reference-rules.ts`, with its test.
 */
import { readFile } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRules from '@stoplight/spectral-rulesets'

const DOCUMENTS = ['openapi.json', 'openapi-admin.json', 'openapi-storefront.json']

/**
 * Paths that Redocly can't tell apart by their text alone. The first is the contract's; in the second, an id is a number
 * and “invitations” is none.
 */
const EXCEPTIONS: ReadonlySet<string> = new Set([
  'no-ambiguous-paths #/paths/~1v1~1pvt~1POS~1rewards~1{id}',
  'no-ambiguous-paths #/paths/~1v1~1admin~1tenants~1{tenant}~1people~1{id}~1password-reset',
])

async function redocly(source: string, name: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: name, config })
  return problems
    .map(({ ruleId, message, location: [place] }) => ({ rule: `${ruleId} ${place?.pointer}`, message }))
    .filter(({ rule }) => !EXCEPTIONS.has(rule))
    .map(({ rule, message }) => `Redocly ${rule}: ${message}`)
}

async function spectral(document: object): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [spectralRules.oas as RulesetDefinition] })
  const problems = await linter.run(document as Record<string, unknown>)
  return problems.map(({ code, path, message }) => `Spectral ${code} ${path.join('/')}: ${message}`)
}

let count = 0
for (const name of DOCUMENTS) {
  const source = await readFile(new URL(`../${name}`, import.meta.url), 'utf8')
  const problems = [...(await redocly(source, name)), ...(await spectral(JSON.parse(source)))]
  for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`)
  count += problems.length
}
process.stdout.write(`${DOCUMENTS.join(' and ')}: ${count} findings\n`)
if (count > 0) process.exitCode = 1
