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
      `Book exactly what stands below, and say in Parley that you have, with the venue's id of it; or say that it cannot be booked, and why.`,
    ],
    facts: [
      ...terms.map((term, place) => [terms.length === 1 ? `${deskName} does` : `Leg ${place + 1}`, term] as const),
      ['With', otherDesk],
      ['Their account', otherAccount],
      ['Your account', account],
      ...(change === 'Disputed' ? [] : [['Until', formatMoment(dueAt)] as const]),
    ],
    action: { label: 'Open Parley', link: publicUrl },
    notYou: 'If you did not expect this, look at Trade History before anybody books it, and write to us.',
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
        subject: `A trade with ${otherDesk} waits to be booked at ${venueName}`,
        heading: 'A trade waits to be booked',
        sentence: `${deskName} has dealt with ${otherDesk}. ${venueName} does not settle it between two firms: both desks book it there themselves.`,
      }
    case 'Reminded':
      return {
        subject: `Not booked yet: your trade with ${otherDesk} at ${venueName}`,
        heading: 'The time to book a trade is nearly over',
        sentence: `${deskName} has not said that it booked its trade with ${otherDesk} at ${venueName}. Booked by neither desk, it ends as rejected; booked by one, it is disputed.`,
      }
    case 'Disputed':
      return {
        subject: `Disputed: your trade with ${otherDesk} at ${venueName}`,
        heading: 'A trade is disputed',
        sentence: `One of ${deskName} and ${otherDesk} has booked their trade at ${venueName}, and the other has not. It ends once both say the same, or the operator of Parley decides.`,
      }
  }
}
