/** The order book in the published format of /v1/grfq and /v1/ob: their calls, and what their sockets publish. */
import type { RfqNeeds } from '../../../rfq/service.ts'
import { createRefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import type { RefusedCommands } from '../../../rfq/refused-commands.ts'
import type { Log } from '../../../log/log.ts'
import type { Clock } from '../../../market-data/clock.ts'
import { grfqChannels } from './channels.ts'
import { outbox } from './messages.ts'
import { grfqRoutes } from './routes.ts'
import { grfqStreams } from './streams.ts'
import { createGrfqService } from './service.ts'

/** Without it, refusals are only in the response. */
export type GrfqNeeds = RfqNeeds & { readonly refusals?: Pick<RefusedCommands, 'keep'> | undefined }

/** Streams also need timers and a log. */
type StreamParts = { readonly clock: Clock; readonly log: Log }

export function createGrfq({ refusals, ...needs }: GrfqNeeds) {
  const service = createGrfqService(needs)
  const { engine: source, marketData } = needs
  /** A client of ob reads the final decision on `quote_status`, whether or not it reads the response. grfq is synchronous. */
  const recorders = {
    '/v1/ob': createRefusalRecorder({ refusals, channel: outbox.quoteStatus }),
    '/v1/grfq': createRefusalRecorder({ refusals, channel: null }),
  }
  return {
    service,
    routes: grfqRoutes({ service, recorders, ...service.facts }),
    channels: { ob: grfqChannels('/v1/ob', service), grfq: grfqChannels('/v1/grfq', service) },
    /** The same for both paths. */
    streams: ({ clock, log }: StreamParts) =>
      grfqStreams({
        ...{ source, marketData, clock, log, isShownTo: service.isShownTo, readBook: service.getShownBook },
        readBbo: (id) => service.getBbo(id, needs.now()),
      }),
  }
}
