/** Emails about trades that wait for their desks. */
import type { Occasion } from '../mail-queue.ts'
import { formatMoment, type Draft, type Sender } from './draft.ts'

type TradeToBook = Extract<Occasion, { readonly kind: 'TradeToBook' }>

export function draftTradeToBook(occasion: TradeToBook, { publicUrl }: Sender): Draft {
  const { firstName, deskName, terms, account, otherDesk, otherAccount, dueAt, change } = occasion
  const { subject, heading, sentence } = wordsOf(occasion)
  return {
    subject,
    heading,
    name: firstName,
    paragraphs: [
      sentence,
      `Book exactly the trade below, then confirm it in Parley with the venue's trade id. If it cannot be booked, report that in Parley with the reason.`,
    ],
    facts: [
      ...terms.map((term, place) => [terms.length === 1 ? `${deskName} does` : `Leg ${place + 1}`, term] as const),
      ['With', otherDesk],
      ['Their account', otherAccount],
      ['Your account', account],
      ...(change === 'Disputed' ? [] : [['Until', formatMoment(dueAt)] as const]),
    ],
    action: { label: 'Open Parley', link: publicUrl },
    notYou: 'If you did not expect this, check Trade History before anyone books it, and contact us.',
    why: `because you trade for ${deskName}`,
  }
}

function wordsOf({ change, otherDesk, venueName, deskName }: TradeToBook): {
  readonly subject: string
  readonly heading: string
  readonly sentence: string
} {
  switch (change) {
    case 'Agreed':
      return {
        subject: `A trade with ${otherDesk} is waiting to be booked at ${venueName}`,
        heading: 'A trade is waiting to be booked',
        sentence: `${deskName} has traded with ${otherDesk}. ${venueName} does not settle this trade between two firms, so both desks book it there themselves.`,
      }
    case 'Reminded':
      return {
        subject: `Not booked yet: your trade with ${otherDesk} at ${venueName}`,
        heading: 'The time to book a trade is nearly over',
        sentence: `${deskName} has not confirmed that it booked its trade with ${otherDesk} at ${venueName}. If neither desk books it, the trade is rejected. If only one does, it is disputed.`,
      }
    case 'Disputed':
      return {
        subject: `Disputed: your trade with ${otherDesk} at ${venueName}`,
        heading: 'A trade is disputed',
        sentence: `One of ${deskName} and ${otherDesk} has booked their trade at ${venueName}, and the other has not. The dispute ends when both desks report the same, or when the Parley operator decides.`,
      }
  }
}
