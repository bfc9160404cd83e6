/** Announcements of the operator (rulebook 23), and their channel, which is available on every socket. */
import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

const Announcement = z
  .object({
    id: z.string(),
    kind: z.enum(['INFORMATION', 'MAINTENANCE', 'INCIDENT']),
    text: z.string().meta({ description: 'One line of plain text, at most 280 characters.' }),
    starts_at: Milliseconds,
    ends_at: Milliseconds.meta({ description: 'It is not shown from this time on, and earlier if the operator withdraws it.' }),
    is_on_sign_in: z.boolean().meta({ description: 'Also shown on the sign-in page.' }),
  })
  .meta({ id: 'Announcement', description: 'A message of the operator to every user.' })

/** Those that are shown now: incidents first, then maintenance, then information, and within a kind the newest first. */
export const Announcements = z.object({ announcements: z.array(Announcement) })

export const announcementChannels = {
  announcements: {
    summary:
      'The announcements of the operator that are shown now: all of them, on subscribing and whenever one begins, ends or is withdrawn.',
    data: Announcements,
    also: [],
  },
} as const

export type AnnouncementView = z.output<typeof Announcement>
export type AnnouncementsView = z.output<typeof Announcements>
