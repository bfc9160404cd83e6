/** Direct RFQs in the published words of /v2/drfq: their calls, and what is published on its sockets. */
import type { RfqNeeds } from '../../../rfq/service.ts'
import { createRefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import type { RefusedCommands } from '../../../rfq/refused-commands.ts'
import { drfqChannels } from './channels.ts'
import { drfqRoutes } from './routes.ts'
import { createDrfqService } from './service.ts'

/** Refusals are only in the reply if they are not given. */
export type DrfqNeeds = RfqNeeds & { readonly refusals?: Pick<RefusedCommands, 'keep'> | undefined }

export function createDrfq({ refusals, ...needs }: DrfqNeeds) {
  const service = createDrfqService(needs)
  return {
    service,
    routes: drfqRoutes(service, createRefusalRecorder({ refusals, channel: null })),
    channels: [...drfqChannels(service), service.venueQuotesChannel],
  }
}
