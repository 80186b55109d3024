import { defineConfig } from 'vitepress'

/** The pages of this repository as a site. It has no text of its own: `copy-pages.ts` brings them. A link to a page that is not there fails the build. */
export default defineConfig({
  title: 'Punchcard',
  description: 'A loyalty server that you run yourself',
  srcDir: 'pages',
  outDir: './dist',
  rewrites: {
    'README.md': 'index.md',
    'docs/README.md': 'docs/index.md',
    'sdk/README.md': 'sdk/index.md',
    'examples/:name/README.md': 'examples/:name/index.md',
    'deploy/README.md': 'deploy/index.md',
  },
  // Links to files that are no pages; a test of the repository looks whether they are there.
  ignoreDeadLinks: [
    /\.(ts|js|json|ya?ml|sql|sh)$/,
    /(LICENSE|Containerfile|Caddyfile)$/,
    /^\.\/(server|\.changeset)\//,
    /\/docs\/operating$/,
    /\/deploy\/grafana\/dashboards$/,
  ],
  cleanUrls: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Documentation', link: '/docs/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: sidebarOf({
      'Write a shop': {
        'A web shop in an hour': 'guides/web-shop',
        'Sending orders': 'guides/orders',
        Returns: 'guides/returns',
        Customers: 'guides/customers',
        'Reading balances': 'guides/reading-balances',
        'At checkout': 'guides/checkout',
        'At the till': 'guides/at-the-till',
        Coupons: 'guides/coupons',
        'Receiving webhooks': 'guides/webhooks',
        'The client library': 'guides/client-library',
      },
      'Run a program': {
        'Your first program': 'guides/your-first-program',
        Programs: 'guides/programs',
        Tiers: 'guides/tiers',
        'Why these points?': 'guides/explaining-points',
        'People and roles': 'guides/people-and-roles',
        'Management API': 'guides/management-api',
        'Program as code': 'guides/program-as-code',
      },
      'Understand it': {
        'Points and lots': 'concepts/points-and-lots',
        Debts: 'concepts/debts',
        Cashback: 'concepts/cashback',
        Tiers: 'concepts/tiers',
        'Compared with others': 'comparison',
      },
      'Operate it': {
        Production: 'operating/production',
        Services: 'operating/services',
        Upgrading: 'operating/upgrading',
        'The database': 'operating/database',
        'TLS to the database': 'operating/tls',
        'Managed PostgreSQL': 'operating/managed-postgresql',
        'Backup and restore': 'operating/backup',
        'High availability': 'operating/high-availability',
        Capacity: 'operating/capacity',
        'Scaling and cells': 'operating/scaling',
        Watching: 'operating/watching',
        Runbooks: 'operating/runbooks',
        'What verify sees': 'operating/verify',
        'Operating webhooks': 'operating/webhooks',
        'The security model': 'operating/security',
      },
      'Look it up': {
        Errors: 'reference/errors',
        'The command line': 'reference/command-line',
        'Exit codes': 'reference/exit-codes',
        Configuration: 'reference/configuration',
      },
    }),
  },
})

function sidebarOf(sections: Record<string, Record<string, string>>) {
  return Object.entries(sections).map(([text, pages]) => ({
    text,
    items: Object.entries(pages).map(([title, page]) => ({ text: title, link: `/docs/${page}` })),
  }))
}
