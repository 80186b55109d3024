import { adjustmentAdminRoutes } from '../cashback/admin-api/routes.ts'
import { customerChangeRoutes } from '../customers/admin-api/change-routes.ts'
import { erasingAdminRoutes } from '../erasing/admin-api/routes.ts'
import { orderAdminRoutes } from '../orders/admin-api/routes.ts'
import type { AdminApi } from '../people/admin-api/api.ts'
import { returnAdminRoutes } from '../rewards/admin-api/return-routes.ts'
import type { Cells } from '../tenancy/cells.ts'
import { approvingAdminRoutes } from './approving-routes.ts'

/** What people do for a customer who asks, domain by domain. */
export function helpingAdminRoutes(api: AdminApi, cells: Cells): void {
  adjustmentAdminRoutes(api)
  returnAdminRoutes(api, cells)
  orderAdminRoutes(api, cells)
  customerChangeRoutes(api, cells)
  erasingAdminRoutes(api)
  approvingAdminRoutes(api)
}
