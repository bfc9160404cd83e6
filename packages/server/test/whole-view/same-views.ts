/** Compares two lists of views line by line, and shows the first difference with what repeats it. */
import { expect } from 'vitest'

export function expectSameViews(whole: readonly string[], without: readonly string[], repeat: string): void {
  const at = whole.findIndex((view, place) => view !== without[place])
  if (at !== -1) expect(JSON.parse(whole[at]!), repeat).toEqual(without[at] === undefined ? undefined : JSON.parse(without[at]))
  expect(whole, repeat).toHaveLength(without.length)
}
