/** Expiries and strikes where they have two short lines: nothing is said twice, and a line breaks between legs alone. Pure. */

const EXPIRY = /^\d{1,2} [A-Z]{3}(?: \d{2})?(?= )/
/** The date of a leg, and its strike where that follows. */
const DATE = /^\d{1,2} [A-Z]{3}(?: \d{2}(?!\S))?(?: \d\S*)?/
const UNBROKEN_SPACE = '\u00a0'
const BREAK = '\u200b'

/** `25 NOV 83.5kC / 26 NOV 84kC / 84.5kC`: a leg of the expiry of the one before it goes without. */
export function placesInCell(text: string): string {
  const legs = text.split(' / ')
  const expiries = legs.map((leg) => EXPIRY.exec(leg)?.[0])
  return legs
    .map((leg, place) => {
      const expiry = expiries[place]
      const said = place > 0 && expiry !== undefined && expiry === expiries[place - 1] ? leg.slice(expiry.length + 1) : leg
      // A list of strikes is broken behind its strokes.
      return said.replace(DATE, (date) => date.replaceAll(' ', UNBROKEN_SPACE)).replaceAll('/', `/${BREAK}`)
    })
    .join(' / ')
}
