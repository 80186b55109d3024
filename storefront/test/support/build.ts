import { execFileSync } from 'node:child_process'

/** What is tested is what was built, as the server serves it. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.ts'], {
    cwd: `${import.meta.dirname}/../..`,
    stdio: 'inherit',
  })
}
