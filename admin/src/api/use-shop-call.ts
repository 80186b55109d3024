import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAsShop, type ShopAnswer, type ShopCall, type ShopKey } from './shop-call.ts'
import { useTenant } from './tenant.ts'

/** Tries a key as the shop would; the steps of the first card are then looked at again. */
export function useShopCall(): {
  readonly answer: ShopAnswer | null
  readonly isBusy: boolean
  readonly send: (call: ShopCall, key: ShopKey) => Promise<void>
} {
  const tenant = useTenant()
  const client = useQueryClient()
  const [answer, setAnswer] = useState<ShopAnswer | null>(null)
  const [isBusy, setBusy] = useState(false)
  return {
    answer,
    isBusy,
    async send(call, key) {
      setBusy(true)
      setAnswer(await callAsShop(call, key))
      setBusy(false)
      void client.invalidateQueries({ queryKey: [tenant, 'checklist'] })
    },
  }
}
