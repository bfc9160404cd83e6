/** The options and the frame with which every part of the server is opened. */
import type { HttpServer } from './api/http/create-http.ts'
import type { Availability } from './availability.ts'
import type { Log } from './log/log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { ServerOptions } from './server-options.ts'
import type { Tracing } from './tracing/tracing.ts'

export const SUPPORT_EMAIL = 'support@parley.example'

/** The steps that close what was opened, in the order of opening. */
export type Closing = (() => Promise<unknown> | void)[]

/** `givenUrl` is the operator's own PUBLIC_URL. Without one, pages may be opened under every address that leads here. */
export type Composed = ServerOptions & {
  readonly log: Log
  /** The address on which this process listens. */
  readonly baseUrl: string
  readonly publicUrl: string
  readonly givenUrl: string | undefined
}

export type Frame = {
  readonly http: HttpServer
  readonly availability: Availability
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}
