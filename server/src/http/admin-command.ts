import type { Posting } from '../accounts/rules/posting.ts'
import { append, load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import { isProblem, ProblemError } from '../contract/admin-api/problem.ts'
import { actorKey, type Caller } from '../people/actor.ts'
import type { AccountEffect, ByCommand, ByTrying, Call } from '../people/admin-api/api.ts'
import { type AnswerKey, auditJournal, keptAnswers, noteJournal } from '../people/collections/told.ts'
import { isKept, type RepeatKey } from '../people/store/idempotency.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { entriesOf, type Outcome, outcomeOf, replay } from './admin-write.ts'

/** A request that the till does: who sends it, when, and under which key. */
export interface CommandRequest {
  readonly operation: Operation
  readonly call: Call
  /** The time of day, not the tenant's clock. */
  readonly at: Instant
  readonly repeat: Omit<RepeatKey, 'actor'> | null
}

type AnyInput = { readonly tenant: Tenant }

/**
 * The command, with its audit entry and its key among the changes: they are saved in the same transaction or not at
 * all, whichever batch it travels in. A problem is thrown, so that nothing of the decision counts.
 */
export function tellingCommand<Input extends AnyInput, Result>(
  request: CommandRequest,
  { command, written }: ByCommand<Operation, Input, Result>,
): Command<Input, Outcome> {
  const { operation, call, at, repeat } = request
  const { caller } = call as { readonly caller: Caller }
  const key = repeat && answerKeyOf(call, repeat)
  return {
    ...namesOf(command),
    loads: (input) => [...command.loads(input), ...(key ? [load(keptAnswers, key)] : [])],
    decide(facts, input, posting) {
      const kept = key ? facts.get(keptAnswers, key) : undefined
      if (kept && repeat && isKept(kept, at)) return { result: replay(kept, repeat) }
      const before = { customer: facts.customer, account: facts.account }
      const { result, changes = [], ...decision } = command.decide(facts, input, posting)
      const told = written(result, call, effectOf(before, decision, posting))
      if (isProblem(told)) throw new ProblemError(told)
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

/** The command, to be tried out: what it would do, as it is shown. */
export function showingCommand<Input extends AnyInput, Result, Op extends Operation>(
  call: Call<Op>,
  { command, shown }: ByTrying<Op, Input, Result>,
): Command<Input, unknown> {
  return {
    ...namesOf(command),
    loads: (input) => command.loads(input),
    decide(facts, input, posting) {
      const before = { customer: facts.customer, account: facts.account }
      const decision = command.decide(facts, input, posting)
      const answer = shown(decision.result, call, effectOf(before, decision, posting))
      if (isProblem(answer)) throw new ProblemError(answer)
      return { ...decision, result: answer }
    },
  }
}

function namesOf<Input extends AnyInput>(command: Command<Input, unknown>) {
  return {
    name: command.name,
    customerOf: (input: Input) => command.customerOf(input),
    ...(command.resolve ? { resolve: command.resolve } : {}),
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
