import { useRuleName } from '../../api/award-name.ts'
import type { Problem } from '../../api/problems.ts'
import { PageLink } from '../../components/link/PageLink.tsx'

/** The way to the rules that keep a reward from being archived. */
export function RulesInTheWay({ problem: { rules = [] } }: { readonly problem: Problem }) {
  const nameOf = useRuleName()
  return rules.map((rule) => (
    <PageLink key={rule.id} to="/program" search={{ rule: rule.id }}>
      {nameOf(rule)}
    </PageLink>
  ))
}
