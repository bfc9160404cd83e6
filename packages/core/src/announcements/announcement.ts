/** Announcements of the operator (rulebook 23): what one may contain, when it is shown and to whom. */
import type { Instant } from '../ids.ts'
import { refuse, type Refusal } from '../refusal.ts'

export const announcementKinds = ['INFORMATION', 'MAINTENANCE', 'INCIDENT'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]

/** Times are in milliseconds. It is shown from `from` and no longer from `until`. */
export type Announcement = {
  readonly kind: AnnouncementKind
  readonly text: string
  readonly from: Instant
  readonly until: Instant
  /** Also shown on the sign-in page, to everyone who opens it. */
  readonly isOnSignIn: boolean
}

export type AnnouncementRefusal = 'AnnouncementInvalid' | 'TooManyAnnouncements'

const DAY_MS = 24 * 3_600_000
export const announcementLimits = {
  textCharacters: 280,
  /** How long one is shown at most, and how far ahead it can begin. */
  shownMs: 30 * DAY_MS,
  aheadMs: 90 * DAY_MS,
  /** Announcements that have not ended. */
  open: 10,
} as const

/** Line breaks, control characters, and invisible ones that change the direction or the look of the text around them. */
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** As it is stored: in Unicode's composed form, without spaces around it and with single ones in it. */
export const cleanAnnouncementText = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ')

/** Why an announcement with a cleaned text is not accepted, or undefined. `open` is the number of those that have not ended. */
export function announcementRefusal(
  { text, from, until }: Announcement,
  { now, open }: { readonly now: Instant; readonly open: number },
): Refusal<AnnouncementRefusal> | undefined {
  const { textCharacters, shownMs, aheadMs } = announcementLimits
  if (text === '') return refuse('AnnouncementInvalid', '23.2', `text must have 1 to ${textCharacters} characters.`, 'text')
  const length = [...text].length
  if (length > textCharacters)
    return refuse('AnnouncementInvalid', '23.2', `text must have at most ${textCharacters} characters. It has ${length}.`, 'text')
  if (NOT_PLAIN.test(text))
    return refuse(
      'AnnouncementInvalid',
      '23.2',
      'text must be one line of visible characters, without line breaks or control characters.',
      'text',
    )
  if (until <= now) return refuse('AnnouncementInvalid', '23.3', 'until must be in the future.', 'until')
  if (until <= from) return refuse('AnnouncementInvalid', '23.3', 'until must be after from.', 'until')
  if (from > now + aheadMs) return refuse('AnnouncementInvalid', '23.3', `from must be within ${aheadMs / DAY_MS} days from now.`, 'from')
  if (until - Math.max(from, now) > shownMs)
    return refuse('AnnouncementInvalid', '23.3', `until must be at most ${shownMs / DAY_MS} days after the announcement begins.`, 'until')
  if (open >= announcementLimits.open)
    return refuse(
      'TooManyAnnouncements',
      '23.4',
      `There are ${announcementLimits.open} announcements that have not ended, which is the maximum. Withdraw one first.`,
    )
  return undefined
}

const order: Readonly<Record<AnnouncementKind, number>> = { INCIDENT: 0, MAINTENANCE: 1, INFORMATION: 2 }

/** Those that are shown now: incidents first, then maintenance, and within a kind the newest first. */
export const shownAnnouncements = <One extends Announcement>(all: readonly One[], now: Instant): readonly One[] =>
  all
    .filter(({ from, until }) => from <= now && now < until)
    .toSorted((one, other) => order[one.kind] - order[other.kind] || other.from - one.from)
