/** The accounts of a merchant's books that Punchcard proposes entries for. */
export const ACCOUNTS = ['revenue', 'deferredRevenue', 'marketingExpense', 'provision', 'opening'] as const
export type Account = (typeof ACCOUNTS)[number]
