/** Direct RFQs in the published format of /v2/drfq: their calls, and what their sockets publish. */
import type { RfqNeeds } from '../../../rfq/service.ts'
import { createRefusalRecorder } from '../../../rfq/refusal-recorder.ts'
import type { RefusedCommands } from '../../../rfq/refused-commands.ts'
import { createLists } from './lists/create-lists.ts'
import { drfqChannels } from './channels.ts'
import { drfqRoutes } from './routes.ts'
import { createDrfqService } from './service.ts'

/** Without it, refusals are only in the response. */
export type DrfqNeeds = RfqNeeds & { readonly refusals?: Pick<RefusedCommands, 'keep'> | undefined }

export function createDrfq({ refusals, ...needs }: DrfqNeeds) {
  const service = createDrfqService(needs)
  const lists = createLists({ ...service.needs, sql: needs.sql, preTradeLimits: needs.preTradeLimits ?? (() => ({})) })
  return {
    service,
    lists: lists.service,
    routes: [...drfqRoutes(service, createRefusalRecorder({ refusals, channel: null })), ...lists.routes],
    channels: [...drfqChannels(service), service.venueQuotesChannel, ...lists.channels],
  }
}
