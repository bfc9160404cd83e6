import { expect, it } from 'vitest'
import { declinesText, invitation, similarText } from './decline-labels.ts'

it.each([
  ['nothing of the kind', undefined, false, undefined],
  ['none', 0, false, undefined],
  ['one, of a taker that is named', 1, false, '1 similar RFQ was open with you.'],
  ['how many, of a taker that is named', 2, false, '2 similar RFQs were open with you.'],
  ['only that there are more, of one that is not', 1, true, 'This taker has similar RFQs open with you.'],
])('a maker is informed of similar RFQs: %s', (_name, similarOpen, isTakerAnonymous, text) =>
  expect(similarText({ similarOpen, isTakerAnonymous })).toBe(text),
)

it.each([
  ['nobody', [], undefined],
  ['one', ['RISK'], '1 desk will not quote: at risk limit.'],
  ['several, each reason once', ['RISK', 'SIZE', 'RISK'], '3 desks will not quote: at risk limit, too large or too small.'],
] as const)('makers that decline in a market are counted, with their reasons: %s', (_name, reasons, text) =>
  expect(declinesText(reasons.map((reason) => ({ reason })))).toBe(text),
)

it.each([
  ['the taker, in an RFQ that names its makers', 'DIRECT', 'Not interested? Decline to let the taker know.'],
  ['takers, in a market that asks no desk by name', 'ORDER_BOOK', 'Not interested? Decline to let takers know.'],
] as const)('a maker is told who learns of a decline: %s', (_name, audience, text) => expect(invitation({ audience })).toBe(text))
