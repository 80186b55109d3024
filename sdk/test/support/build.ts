import { execFileSync } from 'node:child_process'

/** What is published is built once, for the tests that look at it. */
export default function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: `${import.meta.dirname}/../..`, stdio: 'inherit' })
}
