/** The email about differences between the venues' records and ours. */
import type { Occasion } from '../mail-queue.ts'
import type { Draft, Sender } from './draft.ts'

type DifferencesFound = Extract<Occasion, { readonly kind: 'DifferencesFound' }>

export function draftDifferencesFound({ firstName, deskName, day, lines, more }: DifferencesFound, { publicUrl }: Sender): Draft {
  const count = lines.length + more
  const heading = count === 1 ? `A difference on ${day}` : `${count} differences on ${day}`
  const rest = more === 0 ? [] : [`And ${more} more.`]
  return {
    subject: `${heading} between ${deskName} and its venues`,
    heading,
    name: firstName,
    paragraphs: [
      `The settled blocks of ${deskName} on ${day} were compared with the venues' own records. ${
        count === 1 ? 'One block does not match:' : `${count} blocks do not match:`
      }`,
      ...lines.map((line) => `${line}.`),
      ...rest,
      'Nothing has been changed. Each difference stays open until an administrator closes it with a reason.',
    ],
    action: { label: 'Open reconciliation', link: `${publicUrl}/dashboard/reconciliation/?show=${day}` },
    notYou: 'If you did not expect this, click Ask next to a difference to get the details to send to the venue.',
    why: `because you are an administrator of ${deskName}`,
  }
}
