import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { readSessionAhead } from '../api/hooks.ts'
import { speakBeyondHome, speakInside } from '../locales/i18n.ts'
import { PageFault, PageNotFound, PagePending } from './Fallbacks.tsx'
import { PAGES, type PageEntry } from './pages.ts'

const root = createRootRoute({ notFoundComponent: PageNotFound })

function page(parent: AnyRoute, path: string, load: () => Promise<{ default: React.ComponentType }>) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load),
    // Filters and tabs are texts in the address; each page reads its own.
    validateSearch: (search: Record<string, unknown>) => search,
  })
}

const outside = [
  page(root, '/sign-in', () => import('../pages/sign-in/SignInPage.tsx')),
  page(root, '/join/$token', () => import('../pages/sign-in/JoinPage.tsx')),
  page(root, '/reset', () => import('../pages/sign-in/ResetPage.tsx')),
  page(root, '/reset/$token', () => import('../pages/sign-in/NewPasswordPage.tsx')),
]

async function speakEverything(): Promise<void> {
  await speakInside()
  await speakBeyondHome()
}

/** Every component in every state, for developers of the panel. Some have texts of pages behind the sign-in. */
const kit =
  import.meta.env.DEV || import.meta.env.VITE_KIT === '1'
    ? [
        page(root, '/kit', async () => {
          const [kitPage] = await Promise.all([import('../pages/kit/KitPage.tsx'), speakEverything()])
          return kitPage
        }),
        page(root, '/kit/report', async () => {
          const [kitPage] = await Promise.all([import('../pages/kit/KitReportPage.tsx'), speakEverything()])
          return kitPage
        }),
      ]
    : []

/** The server sends the shell along to who seems to be signed in; others would only be refused. */
const isSignedIn = (): boolean => document.querySelector('.boot') !== null

/** In the language of the person, from the first picture on: another one would be read from the server twice. */
async function speakAsPerson(): Promise<void> {
  const session = isSignedIn() ? await readSessionAhead() : undefined
  await speakInside(session?.person.locale)
}

// Who signs in does not wait for what is behind the door.
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(async () => {
    const [{ Inside }] = await Promise.all([import('./Inside.tsx'), speakAsPerson()])
    return { Inside }
  }, 'Inside'),
})
const first = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./Merchant.tsx'), 'FirstMerchant'),
})
const merchant = createRoute({
  getParentRoute: () => inside,
  path: '/t/$tenant',
  component: lazyRouteComponent(() => import('./Merchant.tsx'), 'MerchantPages'),
})
const platform = createRoute({
  getParentRoute: () => inside,
  id: 'platform',
  component: lazyRouteComponent(() => import('./Platform.tsx'), 'PlatformPages'),
})

/** The code of a page, with the texts that Home does without. */
function loaderOf({ path, load }: PageEntry): PageEntry['load'] {
  if (path === '/') return load
  return async () => {
    const [loaded] = await Promise.all([load(), speakBeyondHome()])
    return loaded
  }
}

export const router = createRouter({
  basepath: '/panel',
  routeTree: root.addChildren([
    ...outside,
    ...kit,
    inside.addChildren([
      first,
      platform.addChildren([
        page(platform, '/platform/merchants', () => import('../pages/platform/MerchantsPage.tsx')),
      ]),
      merchant.addChildren(PAGES.map((entry) => page(merchant, entry.path, loaderOf(entry)))),
    ]),
  ]),
  defaultErrorComponent: PageFault,
  defaultNotFoundComponent: PageNotFound,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
})
