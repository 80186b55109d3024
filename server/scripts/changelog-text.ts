const UNRELEASED = '## [Unreleased]'

/** What changed in a version: the text between its heading and the next one. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/m)
  const section = sections.find((one) => one.startsWith(`## [${version}]`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no version ${version}.`)
  return section.slice(section.indexOf('\n')).trim()
}

/** The changelog in which what was unreleased is the version, and nothing is unreleased. */
export function withRelease(changelog: string, version: string, now: Date): string {
  if (!changelog.includes(`${UNRELEASED}\n`)) throw new Error(`CHANGELOG.md has no “${UNRELEASED}”.`)
  if (changelog.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has the version ${version} already.`)
  const heading = `## [${version}] - ${now.toISOString().slice(0, 10)}`
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n${heading}\n`)
}
