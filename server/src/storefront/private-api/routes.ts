import { Type } from 'typebox'
import { ASKING_FOR_ONE } from '../../contract/private-api/operation.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { storefrontOf } from '../../tenancy/manage/storefront.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { writeSettings } from '../../tenancy/settings.ts'
import { shownContent } from '../content.ts'
import { logoPath } from '../logo-path.ts'
import { contentOf } from '../manage.ts'
import { Customization } from './schema.ts'

export interface CustomizationOptions {
  readonly cells: Cells
  /** Where browsers of customers ask; null: on the host of the request. */
  readonly origin: string | null
}

export function customizationRoutes(api: PrivateApi, { cells, origin }: CustomizationOptions): void {
  api.addSchema(Customization)
  api.get<{ Reply: Customization }>(
    '/v1/pvt/Customization',
    {
      config: { operation: ASKING_FOR_ONE },
      schema: {
        operationId: 'getCustomization',
        tags: ['Customization'],
        summary: 'What the program is called and how it looks',
        description: 'Without envelope, in the merchant’s language.',
        response: { 200: Type.Unsafe<Customization>(Type.Ref('Customization#')) },
      },
    },
    async ({ tenant, protocol, host }) => {
      const config = await cells.directory.read([tenant.id], (tx) => storefrontOf(tx, tenant.id))
      const { slug, isOn } = config
      const { programName, appearance, links, logo } = shownContent(contentOf(config), tenant.name)
      const { one, many } = writeSettings(tenant).pointsName[tenant.locale]
      const path = isOn && slug !== null && logo !== null ? logoPath(slug, logo.hash) : null
      const logoUrl = path === null ? null : `${origin ?? `${protocol}://${host}`}${path}`
      return {
        Logo: logoUrl,
        ProgramName: programName,
        FontName: null,
        FontUrl: null,
        MainColor: appearance.accent,
        Url: links.page,
        CompanyName: tenant.name,
        WidgetIconUrl: logoUrl,
        HaveIconUrl: logoUrl !== null,
        WidgetColor: appearance.card,
        PointsNameSingular: one,
        PointNamePlural: many,
      }
    },
  )
}
