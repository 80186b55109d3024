import type { Posting } from '../accounts/rules/posting.ts'
import { append, load, loadOne, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import { StaleReadError } from '../accounts/till/till.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import type { TenantId } from '../contract/ids.ts'
import { unlessProblem } from '../contract/problem.ts'
import { actorKey, type Caller } from '../people/actor.ts'
import type { AccountEffect, ByCommand, ByTrying, Call } from '../people/admin-api/api.ts'
import {
  type AnswerKey,
  auditJournal,
  keptAnswers,
  noteJournal,
} from '../people/collections/audit-journal.ts'
import { isKept, type RepeatKey } from '../people/store/idempotency.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { entriesOf, type Outcome, outcomeOf, replay } from './write.ts'

/** A request that the till does: who sends it, when, and under which key. */
export interface CommandRequest {
  readonly operation: Operation
  readonly call: Call
  /** The time of day, not the tenant's clock. */
  readonly at: Instant
  readonly repeat: Omit<RepeatKey, 'actor'> | null
}

type AnyInput = { readonly tenant: Tenant }

interface Decided<Input extends AnyInput, Result> {
  readonly command: Command<Input, Result>
}

/**
 * The command, with its audit entry and its key among the changes: they are saved in the same transaction or not at
 * all, whichever batch it travels in. A problem is thrown, so that nothing of the decision counts.
 */
export function withAuditAndKey<Input extends AnyInput, Result>(
  request: CommandRequest,
  { command, written }: Decided<Input, Result> & Pick<ByCommand<Operation, Input, Result>, 'written'>,
): Command<Input, Outcome> {
  const { operation, call, at, repeat } = request
  const { caller } = call as { readonly caller: Caller }
  const key = repeat && answerKeyOf(call, repeat)
  return {
    ...namesOf(command),
    ...(key && command.prepare ? preparedOnce(command, key, at) : {}),
    loads: (input) => [...command.loads(input), ...(key ? [load(keptAnswers, key)] : [])],
    decide(facts, input, posting) {
      const kept = key ? facts.get(keptAnswers, key) : undefined
      if (kept && repeat && isKept(kept, at)) return { result: replay(kept, repeat) }
      const before = { customer: facts.customer, account: facts.account }
      const { result, changes = [], ...decision } = command.decide(facts, input, posting)
      const told = unlessProblem(written(result, call, effectOf(before, decision, posting)))
      const outcome = outcomeOf(operation, told)
      return {
        ...decision,
        result: outcome,
        changes: [
          ...changes,
          ...entriesOf(request, told.audit).map((entry) => append(auditJournal, entry)),
          ...(told.noted
            ? [append(noteJournal, { ...told.noted, id: posting.nextId(), at, actor: caller.actor })]
            : []),
          ...(key && repeat ? [put(keptAnswers, key, { ...outcome, ...repeat, at })] : []),
        ],
      }
    },
  }
}

/** In place of what would be prepared: the request was answered before. */
const ANSWERED = Symbol('answered')

/**
 * What a command prepares is done by the time it is decided. A request that was answered before must therefore prepare
 * nothing, even where the settings would have it do something else by now.
 */
function preparedOnce<Input extends AnyInput>(
  command: Command<Input, unknown>,
  key: AnswerKey,
  at: Instant,
): Pick<Command<Input, unknown>, 'prepare' | 'loadsAfter'> {
  const isAnswered = async (tx: Tx, tenantId: TenantId): Promise<boolean> => {
    const kept = await loadOne(tx, keptAnswers, { tenantId, key })
    return kept !== undefined && isKept(kept, at)
  }
  return {
    async prepare(tx, input, moment) {
      if (await isAnswered(tx, input.tenant.id)) return ANSWERED
      const prepared = await command.prepare?.(tx, input, moment)
      // Answered while this one waited for the accounts: it begins again, and finds the answer.
      if (await isAnswered(tx, input.tenant.id))
        throw new StaleReadError('the request was answered meanwhile')
      return prepared
    },
    loadsAfter: (facts, input, now) =>
      facts.prepared === ANSWERED
        ? { lots: false, loads: [] }
        : (command.loadsAfter?.(facts, input, now) ?? { lots: false, loads: [] }),
  }
}

/** The command, to be tried out: what it would do, as it is shown. */
export function dryRun<Input extends AnyInput, Result, Op extends Operation>(
  call: Call<Op>,
  { command, shown }: Decided<Input, Result> & Pick<ByTrying<Op, Input, Result>, 'shown'>,
): Command<Input, unknown> {
  return {
    ...namesOf(command),
    loads: (input) => command.loads(input),
    decide(facts, input, posting) {
      const before = { customer: facts.customer, account: facts.account }
      const decision = command.decide(facts, input, posting)
      const answer = unlessProblem(shown(decision.result, call, effectOf(before, decision, posting)))
      return { ...decision, result: answer }
    },
  }
}

function namesOf<Input extends AnyInput>(command: Command<Input, unknown>) {
  return {
    name: command.name,
    customerOf: (input: Input) => command.customerOf(input),
    ...(command.resolve ? { resolve: command.resolve } : {}),
    ...(command.prepare ? { prepare: command.prepare } : {}),
    ...(command.loadsAfter ? { loadsAfter: command.loadsAfter } : {}),
  }
}

function effectOf(
  before: Pick<Facts, 'customer' | 'account'>,
  { customer }: Pick<Decision<unknown>, 'customer'>,
  { account, entries }: Posting,
): AccountEffect {
  return { before, after: { customer: customer ?? before.customer, account }, entries }
}

function answerKeyOf(call: Call, { key }: Pick<RepeatKey, 'key'>): AnswerKey {
  const { caller } = call as { readonly caller: Caller }
  return { actor: actorKey(caller.actor), key }
}
