/** Expiries and strikes in two short lines: nothing is repeated, and lines break only between legs. Pure. */

const EXPIRY = /^\d{1,2} [A-Z]{3}(?: \d{2})?(?= )/
/** The date of a leg, and its strike if one follows. */
const DATE = /^\d{1,2} [A-Z]{3}(?: \d{2}(?!\S))?(?: \d\S*)?/
const UNBROKEN_SPACE = '\u00a0'
const BREAK = '\u200b'

/** Characters in a line of the narrowest structure column, 142 pixels. */
const LINE_CHARACTERS = 21
const LINES = 2

/** `25 NOV 83.5kC / 26 NOV 84kC / 84.5kC`: a leg with the same expiry as the previous one omits it. Legs that do not fit are counted. */
export function placesInCell(text: string, lineCharacters: number = LINE_CHARACTERS): string {
  const legs = text.split(' / ')
  const expiries = legs.map((leg) => EXPIRY.exec(leg)?.[0])
  const said = legs.map((leg, place) => {
    const expiry = expiries[place]
    return place > 0 && expiry !== undefined && expiry === expiries[place - 1] ? leg.slice(expiry.length + 1) : leg
  })
  const shown = roomFor(said, lineCharacters)
  const left = legs.length - shown.length
  // A list of strikes may break after its slashes.
  const places = shown
    .map((leg) => leg.replace(DATE, (date) => date.replaceAll(' ', UNBROKEN_SPACE)).replaceAll('/', `/${BREAK}`))
    .join(' / ')
  return left === 0 ? places : `${places} ${countText(left).replace(' ', UNBROKEN_SPACE)}`
}

const countText = (left: number): string => `+${left} ${left === 1 ? 'leg' : 'legs'}`

/** All legs, or as many as fit next to a count of the others. Two legs have a line each. */
function roomFor(legs: readonly string[], lineCharacters: number): readonly string[] {
  if (legs.length < 3) return legs
  const takes = (count: number) => {
    const shown = legs.slice(0, count).map((leg, place) => (place < count - 1 ? `${leg} /` : leg))
    return linesOf(count === legs.length ? shown : [...shown, countText(legs.length - count)], lineCharacters)
  }
  const counts = legs.map((_, place) => legs.length - place)
  return legs.slice(0, counts.find((count) => takes(count) <= LINES) ?? 1)
}

/** The number of lines that unbreakable words take. */
function linesOf(words: readonly string[], lineCharacters: number): number {
  let [lines, used] = [1, 0]
  for (const { length } of words) {
    const along = used === 0 ? length : used + 1 + length
    if (along > lineCharacters) lines += 1
    used = along > lineCharacters ? length : along
  }
  return lines
}
