import type { Environment } from '../src/app/settings.ts'

/** What package.json of the workspace says, of which a part goes into the package. */
export interface WorkspaceManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly keywords: readonly string[]
  readonly engines: Readonly<Record<string, string>>
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** package.json of the package: what concerns who installs it, with programs as they are called after `tsc`. */
export function manifestOf(
  workspace: WorkspaceManifest,
  environment: Environment,
  commit: string | null = null,
): object {
  const { name, version, description, license, type, keywords, engines, bin } = workspace
  const { dependencies, optionalDependencies } = workspace
  // It says to an older Node which one is needed, and then runs the program.
  const programs = Object.keys(bin).map((program) => [program, 'bin/start.js'])
  const repository = repositoryOf(environment)
  return {
    ...{ name, version, description, license, keywords, type, engines },
    ...(repository === null ? {} : { repository }),
    ...(commit === null ? {} : { gitHead: commit }),
    bin: Object.fromEntries(programs),
    // A program, no library: nothing of it is promised to importers.
    exports: { './package.json': './package.json' },
    publishConfig: { access: 'public' },
    dependencies,
    optionalDependencies,
  }
}

/** Where it was built, which a statement of provenance must agree with. Elsewhere than in GitHub Actions: null. */
function repositoryOf({ GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: path }: Environment): object | null {
  if (!host || !path) return null
  return { type: 'git', url: `git+${host}/${path}.git`, directory: 'server' }
}
