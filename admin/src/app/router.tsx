import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { speakInside } from '../locales/i18n.ts'
import { PageFault, PageNotFound, PagePending } from './Fallbacks.tsx'
import { PAGES } from './pages.ts'

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

/** Every component in every state, for whoever works on the panel. */
const kit =
  import.meta.env.DEV || import.meta.env.VITE_KIT === '1'
    ? [page(root, '/kit', () => import('../pages/kit/KitPage.tsx'))]
    : []

// Who signs in does not wait for what is behind the door.
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: lazyRouteComponent(async () => {
    const [{ Inside }] = await Promise.all([import('./Inside.tsx'), speakInside()])
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

export const router = createRouter({
  basepath: '/panel',
  routeTree: root.addChildren([
    ...outside,
    ...kit,
    inside.addChildren([
      first,
      merchant.addChildren(PAGES.map(({ path, load }) => page(merchant, path, load))),
    ]),
  ]),
  defaultErrorComponent: PageFault,
  defaultNotFoundComponent: PageNotFound,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
})
