/** Operation 60: src/storefront/private-api. */
import { expect, it } from 'vitest'
import { DEFAULT_APPEARANCE } from '../../src/storefront/content.ts'
import { changeLogo } from '../../src/storefront/manage.ts'
import type { Customization } from '../../src/storefront/private-api/schema.ts'
import { PNG } from '../support/pictures.ts'
import { configure, openStorefront } from '../support/storefront.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

it('says what the program is called and how it looks, to the last member', async () => {
  const shop = await shops.open()
  const read = (): Promise<Customization> => shop.sendText('GET', '/v1/pvt/Customization')
  expect(await read()).toEqual({
    Logo: null,
    ProgramName: 'Shop',
    FontName: null,
    FontUrl: null,
    MainColor: DEFAULT_APPEARANCE.accent,
    Url: null,
    CompanyName: 'Shop',
    WidgetIconUrl: null,
    HaveIconUrl: false,
    WidgetColor: DEFAULT_APPEARANCE.card,
    PointsNameSingular: 'ponto',
    PointNamePlural: 'pontos',
  })
  const page = 'https://shop.example/club'
  const appearance = { accent: '#9a3b1d', card: '#2b1a12' }
  const { slug } = await openStorefront(shops.api, shop, {
    content: { programName: 'Aurora Club', appearance, links: { page } },
  })
  await shops.api.sealedCells.directory.transaction([shop.tenantId], (tx) =>
    changeLogo(tx, shop.tenantId, PNG, { expected: null, now: shops.api.now }),
  )
  const shown = await read()
  expect(shown).toMatchObject({
    ...{ ProgramName: 'Aurora Club', MainColor: '#9a3b1d', WidgetColor: '#2b1a12', Url: page },
    ...{ Logo: expect.stringContaining(`/v1/pub/shops/${slug}/logo/`), HaveIconUrl: true },
  })
  expect(shown.WidgetIconUrl).toBe(shown.Logo)
  const { pathname } = new URL(shown.Logo ?? '')
  expect((await shops.api.server.inject({ url: pathname })).rawPayload.equals(PNG)).toBe(true)

  // Switched off, the address of the logo is nowhere.
  await configure(shops.api, shop.tenantId, { isOn: false })
  expect(await read()).toMatchObject({ Logo: null, HaveIconUrl: false, ProgramName: 'Aurora Club' })
})
