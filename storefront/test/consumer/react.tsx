/** A page with React 19, whose types are those of the package. */
import { configure } from '@punchcard-loyalty/storefront'
import type {} from '@punchcard-loyalty/storefront/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function Shop() {
  const [code, setCode] = useState('none')
  const [applied, setApplied] = useState<string>()
  const [isShort, setIsShort] = useState(false)
  return (
    <>
      <punchcard-balance expiring={!isShort} className="pill" />
      <punchcard-rewards
        limit={1}
        onpunchcard-redeemed={({ detail }) => {
          setCode(detail.coupon.code ?? '')
          setIsShort(true)
        }}
      />
      <punchcard-redeem
        total={50}
        applied={applied}
        onpunchcard-apply={({ detail }) => setApplied(detail.amount)}
        onpunchcard-remove={() => setApplied(undefined)}
      />
      <output>{code}</output>
    </>
  )
}

/** What does not compile where it is right. */
export const wrong = (
  <>
    {/* @ts-expect-error: there is no such attribute. */}
    <punchcard-balance expire />
    {/* @ts-expect-error: a product has a price. */}
    <punchcard-earn product="mug" />
    {/* @ts-expect-error: the detail has an amount. */}
    <punchcard-redeem onpunchcard-apply={({ detail }) => detail.money} />
  </>
)

declare const PAGE: { url: string; token: string; who: string }
configure(PAGE)
createRoot(document.querySelector('main') as HTMLElement).render(<Shop />)
