import { type Static, Type } from 'typebox'
import { LENGTH, Nullable, Text } from '../../contract/schema.ts'

const colour = (description: string) => Type.String({ description, examples: ['#9a3b1d'] })

export const Customization = Type.Object(
  {
    Logo: Nullable(Text('Where the logo is; null: there is none, or the storefront is off.', LENGTH.url)),
    ProgramName: Text('What the program is called.'),
    FontName: Type.Null({ description: 'Pages of the shop lend their own.' }),
    FontUrl: Type.Null({ description: 'Pages of the shop lend their own.' }),
    MainColor: colour('The colour of the brand, on light pages.'),
    Url: Nullable(Text('Your page about the program.', LENGTH.url)),
    CompanyName: Text('The merchant’s name.'),
    WidgetIconUrl: Nullable(Text('The sign beside the balance: the logo.', LENGTH.url)),
    HaveIconUrl: Type.Boolean({ description: 'Whether there is one.' }),
    WidgetColor: colour('The ground of the card that shows the balance.'),
    PointsNameSingular: Text('What one point is called.'),
    PointNamePlural: Text('What several points are called.'),
  },
  { $id: 'Customization', description: 'What the program is called and how it looks.' },
)
export type Customization = Static<typeof Customization>
