/** Direct RFQs in the published words of /v2/drfq: their calls, and what is published on its sockets. */
import type { RfqNeeds } from '../../../rfq/service.ts'
import { createPublishedRefusals } from '../../../rfq/published-refusals.ts'
import type { RefusedCommands } from '../../../rfq/refused-commands.ts'
import { drfqChannels } from './channels.ts'
import { drfqRoutes } from './routes.ts'
import { createDrfqService } from './service.ts'

/** No refusal is found by its name unless given. */
export type DrfqNeeds = RfqNeeds & { readonly refusals?: Pick<RefusedCommands, 'noted'> | undefined }

export function createDrfq({ refusals, ...needs }: DrfqNeeds) {
  const service = createDrfqService(needs)
  return {
    service,
    routes: drfqRoutes(service, createPublishedRefusals({ refusals, channel: null })),
    channels: [...drfqChannels(service), service.venueQuotesChannel],
  }
}
