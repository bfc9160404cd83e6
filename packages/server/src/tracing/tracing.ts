/**
 * Traces of requests, from the call to the settlement, for a collector of OpenTelemetry. Its packages are loaded only if one is configured. A span
 * names a call, a shard, a command, a venue or an outcome, and never a desk, an instrument or a price (decision 1010).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span } from '@opentelemetry/api'
import type { TraceParent } from '../log/request-ids.ts'

export type Attributes = Readonly<Record<string, string | number>>

export type OpenSpan = { readonly traceId: string; set(attributes: Attributes): void }

/** The place in a trace from which later work continues it. */
export type Origin = Context

export type Tracing = {
  /** Runs `work` in a span below the current one, or below `from`. */
  span<Done>(name: string, attributes: Attributes, work: (span: OpenSpan) => Promise<Done>, from?: Origin): Promise<Done>
  /** The same for a request, which may be a part of its sender's trace. */
  request<Done>(name: string, sender: TraceParent | undefined, work: (span: OpenSpan) => Promise<Done>): Promise<Done>
  /** The current span is the origin of what follows for this trade. */
  remember(tradeId: string): void
  originOf(tradeId: string): Origin | undefined
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

export type TracingOptions = {
  /** The base address of the collector, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string
  readonly version: string
}

/** A collector that does not answer holds up a stop for no longer. */
const SENT_WITHIN_MS = 3_000

/** Trades that have not been settled for longer begin a trace of their own. */
const TRADES_REMEMBERED = 10_000

export async function startTracing({ endpoint, version }: TracingOptions): Promise<Tracing> {
  const api = await import('@opentelemetry/api')
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: SENT_WITHIN_MS })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('parley', version)
  const active = new AsyncLocalStorage<Context>()
  const origins = new Map<string, Context>()

  const run = async <Done>(span: Span, below: Context, work: (span: OpenSpan) => Promise<Done>): Promise<Done> => {
    const open: OpenSpan = { traceId: span.spanContext().traceId, set: (attributes) => void span.setAttributes({ ...attributes }) }
    try {
      return await active.run(api.trace.setSpan(below, span), () => work(open))
    } catch (error) {
      // Its message may quote what a desk sent.
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  return {
    span(name, attributes, work, from) {
      const below = from ?? active.getStore() ?? api.ROOT_CONTEXT
      return run(tracer.startSpan(name, { attributes: { ...attributes } }, below), below, work)
    },
    request(name, sender, work) {
      const remote = sender && { traceId: sender.traceId, spanId: sender.spanId, traceFlags: sender.flags, isRemote: true }
      const below = remote === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, remote)
      return run(tracer.startSpan(name, { kind: api.SpanKind.SERVER }, below), below, work)
    },
    remember(tradeId) {
      const here = active.getStore()
      if (here === undefined) return
      if (origins.size >= TRADES_REMEMBERED) origins.delete(origins.keys().next().value!)
      origins.set(tradeId, here)
    },
    originOf: (tradeId) => origins.get(tradeId),
    close: () => provider.shutdown(),
  }
}
