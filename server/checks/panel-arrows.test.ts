import { expect, it } from 'vitest'
import { findBrokenPanelArrows } from './panel-arrows.ts'

const broken = (file: string, source: string): string[] => findBrokenPanelArrows(new Map([[file, source]]))

it.each([
  ['app/router.tsx', "import { Page } from '../pages/home/HomePage.tsx'"],
  ['pages/home/HomePage.tsx', "import { useRead } from '../../api/hooks.ts'"],
  ['pages/home/HomePage.tsx', "import { Card } from './Card.tsx'"],
  ['components/sum/Sum.tsx', "import { useFormat } from '../../format/use-format.ts'"],
  ['api/client.ts', "import type { BodyOf } from '../../../server/src/contract/admin-api/operation.ts'"],
  ['api/client.ts', "import type { AdminOperations } from '../../../sdk/src/admin-types.gen.ts'"],
  [
    'pages/home/HomePage.tsx',
    "import type { X } from '../../../../server/src/people/admin-api/people-schema.ts'",
  ],
  ['api/operations.gen.ts', "import type * as a from '../../../server/src/management/api-keys/schema.ts'"],
])('%s may: %s', (file, source) => {
  expect(broken(file, source)).toEqual([])
})

it.each([
  ['pages/home/HomePage.tsx', "import { X } from '../rewards/X.tsx'", 'no page imports another one'],
  ['pages/home/HomePage.tsx', "import { X } from '../../app/router.tsx'", 'pages stands below app'],
  ['components/sum/Sum.tsx', "import { X } from '../../api/hooks.ts'", 'do not know each other'],
  ['components/sum/Sum.tsx', "import { X } from '../../pages/home/X.tsx'", 'components stands below pages'],
  ['format/format.ts', "import { X } from '../api/hooks.ts'", 'format stands below api'],
  ['api/client.ts', "import { X } from '../../../server/src/contract/locale.ts'", 'only types are taken'],
  ['api/client.ts', "import type { X } from '../../../server/src/people/actor.ts'", 'describes no operation'],
  [
    'api/client.ts',
    "import type { X } from '../../../server/src/management/guard.ts'",
    'describes no operation',
  ],
  ['api/client.ts', "import { X } from '../../../sdk/src/admin-types.gen.ts'", 'the panel stands on its own'],
  ['api/client.ts', "import { X } from '../../test/x.ts'", 'the panel stands on its own'],
])('%s may not: %s', (file, source, why) => {
  expect(broken(file, source).join()).toContain(why)
})
