import { defineConfig } from 'vitepress'

/** The pages of this repository as a site. It has no text of its own: `copy-pages.ts` brings them. A link to a page that is not there fails the build. */
export default defineConfig({
  title: 'Punchcard',
  description: 'A loyalty server that you run yourself',
  srcDir: 'pages',
  outDir: './dist',
  // Files that pages link to lie beside them; `check-links.ts` looks whether they are there.
  ignoreDeadLinks: [/^\/(?!docs\/).*\.[a-z]+$/i, /^\/[\w./-]*(LICENSE|NOTICE|Containerfile|Caddyfile)$/],
  cleanUrls: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Documentation', link: '/docs/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [
      ...sidebarOf({
        'Write a shop': {
          'A web shop in an hour': 'guides/web-shop',
          'Sending orders': 'guides/orders',
          Returns: 'guides/returns',
          'When points expire': 'guides/when-points-expire',
          Customers: 'guides/customers',
          'Reading balances': 'guides/reading-balances',
          'At checkout': 'guides/checkout',
          'At the till': 'guides/at-the-till',
          'What a basket will earn': 'guides/basket-preview',
          Coupons: 'guides/coupons',
          'Receiving webhooks': 'guides/webhooks',
          'The client library': 'guides/client-library',
          'PHP and Python': 'guides/php-and-python',
          'Testing your integration': 'guides/testing',
          WooCommerce: 'guides/platforms/woocommerce',
          Shopify: 'guides/platforms/shopify',
          Medusa: 'guides/platforms/medusa',
          VTEX: 'guides/platforms/vtex',
          Magento: 'guides/platforms/magento',
        },
        'Run a program': {
          'Your first program': 'guides/your-first-program',
          Programs: 'guides/programs',
          Cards: 'guides/cards',
          Gifts: 'guides/gifts',
          Reports: 'guides/reports',
          Accounting: 'guides/accounting',
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
          Cards: 'concepts/cards',
          'Compared with others': 'comparison',
        },
        'Operate it': {
          'Install in production': 'operating/install',
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
          Jobs: 'operating/jobs',
          Figures: 'operating/figures',
          'Merchants that pause or leave': 'operating/merchants',
          'The security model': 'operating/security',
        },
        'Look it up': {
          'Operations of the private API': 'reference/private-api',
          'Elements of the storefront': 'reference/elements',
          'Private API': 'reference/openapi',
          'Management API': 'reference/openapi-admin',
          Errors: 'reference/errors',
          'The command line': 'reference/command-line',
          'Exit codes': 'reference/exit-codes',
          'The export of a merchant': 'reference/tenant-export',
          Configuration: 'reference/configuration',
        },
      }),
      {
        text: 'Libraries and examples',
        items: [
          { text: 'The client library', link: '/sdk/' },
          { text: 'A shop with Express', link: '/examples/express-shop/' },
          { text: 'Routes of a Next.js shop', link: '/examples/next-route/' },
        ],
      },
    ],
  },
})

function sidebarOf(sections: Record<string, Record<string, string>>) {
  return Object.entries(sections).map(([text, pages]) => ({
    text,
    items: Object.entries(pages).map(([title, page]) => ({ text: title, link: `/docs/${page}` })),
  }))
}
