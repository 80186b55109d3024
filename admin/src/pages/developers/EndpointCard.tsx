import { PageLink } from '../../components/link/PageLink.tsx'
import css from './console.module.css'
import { EndpointState } from './EndpointState.tsx'
import { type Endpoint, hostAndPath, nameOfEndpoint } from './endpoint.ts'
import { HealthStrip, HealthWords } from './HealthStrip.tsx'

/** An endpoint with how it did: it opens its page. */
export function EndpointCard({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <PageLink to={`/developers/webhooks/${endpoint.id}`} className={css.card}>
      <span className={css.cardHead}>
        <b>{nameOfEndpoint(endpoint)}</b>
        <EndpointState endpoint={endpoint} />
      </span>
      <span className={css.url}>{hostAndPath(endpoint.url)}</span>
      <HealthStrip endpoint={endpoint} />
      <HealthWords endpoint={endpoint} />
    </PageLink>
  )
}
