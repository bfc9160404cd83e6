import { expect, it } from 'vitest'
import { similarText } from './decline-words.ts'

it.each([
  ['nothing of the kind', null, false, undefined],
  ['none', 0, false, undefined],
  ['how many, of a taker that is named', 2, false, 'This taker had 2 more like it open with you when it came.'],
  ['only that there are more, of one that is not', 1, true, 'This taker has more like it open with you.'],
])('a maker reads of like requests: %s', (_name, similar_open, is_taker_anonymous, text) =>
  expect(similarText({ similar_open, is_taker_anonymous })).toBe(text),
)
