import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span } from '../platform/tracing/span.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'

/** A span for each request that is traced: what was asked for and what came of it, and nothing of what was sent. */
export function traceRequests(server: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.startRequest(request.headers.traceparent)
    if (span) spans.set(request, span)
    done()
  })
  // Not before: a body is read in the context of its connection, and what was set until then is forgotten.
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracer.run(span, done)
    else done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) {
      const route = request.routeOptions.url ?? 'unknown'
      const { tenant } = request as { tenant?: { readonly id: number } | null }
      span.name = `${request.method} ${route}`
      Object.assign(span.attributes, {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'punchcard.request_id': request.id,
        ...(tenant ? { 'punchcard.tenant': tenant.id } : {}),
      })
      span.end(reply.statusCode >= 500)
    }
    done()
  })
}
