import '../look/mantine.css'
import '../look/base.css'
import '../look/controls.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '../api/hooks.ts'
import { startLanguages } from '../locales/i18n.ts'
import { resolver, theme } from '../look/theme.ts'
import { FIRST_STYLES } from './first-styles.ts'
import { router } from './router.tsx'

const scheme = localStorageColorSchemeManager({ key: 'punchcard-scheme' })
/** The policy of content lets in the styles that carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// What locks the scrolling behind a dialog asks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** Nothing but the shell is drawn before the stylesheet has come; `vite.config.ts` says why it is one for printing. */
async function switchStylesOn(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  if (!link) return
  if (!link.sheet) {
    await new Promise((resolve) => {
      for (const event of ['load', 'error']) link.addEventListener(event, resolve)
    })
  }
  link.media = 'all'
}

async function start(): Promise<void> {
  // What is not used is left out of the build, its styles too.
  if (Object.keys(FIRST_STYLES).length === 0) throw new Error('the panel has no styles')
  // The page comes while its language does, so that the first thing drawn is the page itself.
  await Promise.all([startLanguages(), router.load(), switchStylesOn()])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={scheme}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

void start()
