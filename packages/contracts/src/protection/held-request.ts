/** Requests that wait until a second person of the desk approves them (rulebook 11.15). */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

export const HeldRequest = z
  .object({
    id: z.string(),
    state: z.enum(['HELD', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'CANCELLED', 'EXPIRED']),
    sender: z.string(),
    sender_name: z.string(),
    summary: z.string().meta({ description: 'What the request does when it is approved, as a sentence.' }),
    held_at: Milliseconds,
    expires_at: Milliseconds,
    ended_at: Milliseconds.nullable(),
    decided_by: z.string().nullable().meta({ description: 'The person who approved or declined it.' }),
    decided_by_name: z.string().nullable(),
    result: z
      .object({
        status: z.number().int().meta({ description: 'The HTTP status of the request.' }),
        error: z.string().nullable().meta({ description: 'The name of the error, if the request was refused.' }),
        message: z.string().nullable(),
        object_id: z.string().nullable().meta({ description: 'The id of what the request created or changed.' }),
      })
      .nullable()
      .meta({ description: 'Once an approved request was carried out. Until then, and if the server stopped while it was sent, null.' }),
  })
  .meta({ id: 'HeldRequest', description: 'A request of a person of your desk that needs the approval of a second person.' })

/** Sent on the channels of every flow. */
export const HeldRequests = z
  .object({ results: z.array(HeldRequest).meta({ description: 'Newest first: those that wait, and those of the last hour.' }) })
  .meta({ id: 'HeldRequests' })

export type HeldRequestView = z.output<typeof HeldRequest>
export type HeldRequestsView = z.output<typeof HeldRequests>
