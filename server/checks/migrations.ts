/** Holds the rules for the files of migrations/ that can be told from their text: see CONTRIBUTING.md. */
import { readMigrations } from '../src/platform/postgres/migrate.ts'
import { problemsOfMigrations } from '../src/platform/postgres/migration-file.ts'

const migrations = await readMigrations()
const problems = problemsOfMigrations(migrations)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${migrations.length} migrations, ${problems.length} problems\n`)
if (problems.length > 0) process.exitCode = 1
