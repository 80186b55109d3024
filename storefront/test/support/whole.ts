/** `.ci/run` takes a part of what takes long, drawn with its seed; everything else takes all of it. */
export function partInCi<One>(all: readonly One[], count: number): readonly One[] {
  const { CI, CI_WHOLE, TEST_SEED = '0' } = process.env
  if (!CI || CI_WHOLE) return all
  const first = Number(TEST_SEED) % all.length
  return [...all.slice(first), ...all.slice(0, first)].slice(0, count)
}
