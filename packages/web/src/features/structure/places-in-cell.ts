/** Expiries and strikes where they have two short lines: nothing is said twice, and a line breaks between legs alone. Pure. */

const EXPIRY = /^\d{1,2} [A-Z]{3}(?: \d{2})?(?= )/
/** The date of a leg, and its strike where that follows. */
const DATE = /^\d{1,2} [A-Z]{3}(?: \d{2}(?!\S))?(?: \d\S*)?/
const UNBROKEN_SPACE = '\u00a0'
const BREAK = '\u200b'

/** Two lines of the narrowest column of structures, and what of them is left beside a count. */
const MOST_CHARACTERS = 48
const MOST_BESIDE_A_COUNT = 38

/** `25 NOV 83.5kC / 26 NOV 84kC / 84.5kC`: a leg of the expiry of the one before it goes without. Legs for which there is no room are counted. */
export function placesInCell(text: string): string {
  const legs = text.split(' / ')
  const expiries = legs.map((leg) => EXPIRY.exec(leg)?.[0])
  const said = legs.map((leg, place) => {
    const expiry = expiries[place]
    return place > 0 && expiry !== undefined && expiry === expiries[place - 1] ? leg.slice(expiry.length + 1) : leg
  })
  const shown = roomFor(said)
  const left = legs.length - shown.length
  // A list of strikes is broken behind its strokes.
  const places = shown
    .map((leg) => leg.replace(DATE, (date) => date.replaceAll(' ', UNBROKEN_SPACE)).replaceAll('/', `/${BREAK}`))
    .join(' / ')
  return left === 0 ? places : `${places} +${left}${UNBROKEN_SPACE}${left === 1 ? 'leg' : 'legs'}`
}

/** All of them, or as many from the first on as there is room for beside a count of the others. */
function roomFor(legs: readonly string[]): readonly string[] {
  if (legs.length < 3 || legs.join(' / ').length <= MOST_CHARACTERS) return legs
  let length = legs[0]!.length
  const end = legs.findIndex((leg, place) => place > 0 && (length += leg.length + 3) > MOST_BESIDE_A_COUNT)
  return legs.slice(0, Math.max(1, end))
}
