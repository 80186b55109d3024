import { Random } from '../../src/platform/random.ts'

/**
 * What tests draw by chance is drawn with this seed: `TEST_SEED=… npm test -- …` draws the same again. Some have a
 * variable of their own beside it, for a seed that is to be tried alone.
 */
export function seedOf(variable?: string): number {
  const { TEST_SEED } = process.env
  const own = variable === undefined ? undefined : process.env[variable]
  return Number(own ?? TEST_SEED ?? Date.now() % 1_000_000_000)
}

/** For faults and races, which say their seed: moments differ from run to run, what is sent does not. */
export function chanceOf(what: string): Random {
  const seed = seedOf()
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`)
  return new Random(seed)
}
