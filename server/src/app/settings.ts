export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables of the environment, and gathers a sentence about each one that is wrong. */
export class Settings {
  readonly problems: string[] = []
  readonly names: readonly string[]
  readonly #environment: Environment
  readonly #read = new Set<string>()

  constructor(environment: Environment) {
    this.#environment = environment
    this.names = Object.keys(environment)
  }

  /** All that were asked for so far, set or not. */
  get known(): readonly string[] {
    return [...this.#read]
  }

  has(name: string): boolean {
    return this.text(name) !== undefined
  }

  /** A variable that is set to nothing is taken as not set. */
  text(name: string): string | undefined {
    this.#read.add(name)
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, but is “${value}”.`)
    return fallback
  }

  flag(name: string, fallback = false): boolean {
    const value = this.text(name)
    if (value === undefined) return fallback
    if (value !== '0' && value !== '1') this.problems.push(`${name} must be 0 or 1, but is “${value}”.`)
    return value === '1'
  }

  /** The value may hold a password: the message never repeats it. */
  address(name: string, protocols: readonly string[]): string {
    const value = this.text(name)
    const wanted = `${protocols[0]}//user:password@host:port/name`
    if (value === undefined) {
      this.problems.push(`${name} is not set: write the address of the database, like ${wanted}.`)
    } else if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      this.problems.push(`${name} is not an address like ${wanted}.`)
    }
    return value ?? ''
  }
}
