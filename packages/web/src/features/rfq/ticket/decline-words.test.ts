import { expect, it } from 'vitest'
import { declinesText, similarText } from './decline-words.ts'

it.each([
  ['nothing of the kind', undefined, false, undefined],
  ['none', 0, false, undefined],
  ['one, of a taker that is named', 1, false, '1 more like it was open with you.'],
  ['how many, of a taker that is named', 2, false, '2 more like it were open with you.'],
  ['only that there are more, of one that is not', 1, true, 'This taker has more like it open with you.'],
])('a maker reads of like requests: %s', (_name, similarOpen, isTakerAnonymous, text) =>
  expect(similarText({ similarOpen, isTakerAnonymous })).toBe(text),
)

it.each([
  ['nobody', [], undefined],
  ['one', ['RISK'], '1 desk will not quote: risk is full.'],
  ['several, each reason once', ['RISK', 'SIZE', 'RISK'], '3 desks will not quote: risk is full, too large or too small.'],
] as const)('who will not quote in a market is counted, with the reasons: %s', (_name, reasons, text) =>
  expect(declinesText(reasons.map((reason) => ({ reason })))).toBe(text),
)
