import type { Answer, Input } from '../../api/client.ts'

export type TierAnswer = Answer<'tiers.get'>['tiers'][number]
export type Measure = TierAnswer['goals'][number]['measure']
export type BenefitKind = 'words' | 'reward' | 'multiplier'

export interface GoalValues {
  readonly name: string
  readonly measure: Measure
  readonly value: string
  readonly months: string
}

export interface BenefitValues {
  readonly text: string
  readonly kind: BenefitKind
  readonly reward: string | null
  readonly multiplier: string
}

export interface TierValues {
  readonly key: string
  readonly name: string
  readonly base: boolean
  readonly isActive: boolean
  readonly color: string
  readonly iconUrl: string
  readonly identifier: string
  readonly caption: string
  readonly archived: boolean
  readonly goals: readonly GoalValues[]
  readonly benefits: readonly BenefitValues[]
}

/** By their keys, so that two who change different tiers do not meet; and the order beside them. */
export interface LadderValues {
  readonly order: readonly string[]
  readonly byKey: Readonly<Record<string, TierValues>>
}

export function ladderOf(tiers: readonly TierAnswer[]): LadderValues {
  const there = tiers.filter(({ archived }) => !archived)
  return {
    order: there.map(({ key }) => key),
    byKey: Object.fromEntries(there.map((tier) => [tier.key, valuesOf(tier)])),
  }
}

function valuesOf(tier: TierAnswer): TierValues {
  return {
    key: tier.key,
    name: tier.name,
    base: tier.base,
    isActive: tier.isActive,
    color: tier.color ?? '',
    iconUrl: tier.iconUrl ?? '',
    identifier: tier.identifier ?? '',
    caption: tier.caption ?? '',
    archived: false,
    goals: tier.goals.map((goal) => ({ ...goal, months: String(goal.months) })),
    benefits: tier.benefits.map(({ text, reward, multiplier }) => ({
      text,
      kind: reward !== null ? 'reward' : multiplier !== null ? 'multiplier' : 'words',
      reward,
      multiplier: multiplier ?? '',
    })),
  }
}

/** The tiers in the order in which they are sent, the lowest first. */
export function orderOf({ order, byKey }: LadderValues): readonly TierValues[] {
  const known = order.flatMap((key) => byKey[key] ?? [])
  // What another person has added meanwhile is at the top.
  const rest = Object.values(byKey).filter((tier) => tier && !order.includes(tier.key))
  return [...known, ...rest]
}

export function bodyOf(ladder: LadderValues): NonNullable<Input<'tiers.replace'>['body']> {
  return {
    tiers: orderOf(ladder).map((tier) => ({
      key: tier.key,
      name: tier.name,
      base: tier.base,
      isActive: tier.isActive,
      color: text(tier.color),
      iconUrl: text(tier.iconUrl),
      identifier: text(tier.identifier),
      caption: text(tier.caption),
      archived: tier.archived,
      goals: tier.goals.map(({ name, measure, value, months }) => ({
        ...(name === '' ? {} : { name }),
        measure,
        value: value || '0',
        ...(months === '' ? {} : { months: Number(months) }),
      })),
      benefits: tier.benefits.map(({ text: words, kind, reward, multiplier }) => ({
        text: words,
        reward: kind === 'reward' ? reward : null,
        multiplier: kind === 'multiplier' ? multiplier || '0' : null,
      })),
    })),
  }
}

/** The server names a tier by its place, the form by its key. */
export function pointerToField(ladder: LadderValues, pointer: string): string {
  const [, list, place, ...rest] = pointer.split('/')
  const tier = list === 'tiers' ? orderOf(ladder)[Number(place)] : undefined
  return tier ? `/byKey/${tier.key}/${rest.join('/')}` : pointer
}

export function newTier(name: string, taken: readonly string[]): TierValues {
  return {
    key: keyOf(name, taken),
    name,
    base: taken.length === 0,
    isActive: true,
    color: '',
    iconUrl: '',
    identifier: '',
    caption: '',
    archived: false,
    goals: taken.length === 0 ? [] : [{ name: '', measure: 'spend', value: '', months: '12' }],
    benefits: [],
  }
}

/** How files and rules know it: made from the name once, then it stays. */
function keyOf(name: string, taken: readonly string[]): string {
  const slug = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
  const wanted = slug || 'tier'
  let key = wanted
  for (let number = 2; taken.includes(key); number += 1) key = `${wanted}-${number}`
  return key
}

function text(typed: string): string | null {
  return typed.trim() === '' ? null : typed
}
