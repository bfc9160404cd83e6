/** An email before formatting: the same words become its text and its HTML. */
export type Draft = {
  readonly subject: string
  readonly heading: string
  /** The name it greets; undefined where it is not known. */
  readonly name: string | undefined
  readonly paragraphs: readonly string[]
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** To be typed or copied. */
  readonly code?: { readonly label: string; readonly value: string }
  readonly action?: { readonly label: string; readonly link: string }
  /** Advice for a reader who did not expect it. */
  readonly notYou: string
  /** Why it was written to this address. */
  readonly why: string
}

export type Email = { readonly subject: string; readonly text: string; readonly html: string }

export type Sender = {
  /** The address for questions. */
  readonly support: string
  /** The address of the product. */
  readonly publicUrl: string
}

/** A moment as everybody reads it alike: 21 Nov 2026, 18:05 UTC. */
export function formatMoment(at: number): string {
  const [, day, month, year, time] = /^\w+, (\d\d) (\w+) (\d{4}) (\d\d:\d\d)/.exec(new Date(at).toUTCString())!
  return `${Number(day)} ${month} ${year}, ${time} UTC`
}

/** An operator at the machine itself has no address, for one. */
export const knownFacts = ({ facts = [] }: Draft): NonNullable<Draft['facts']> => facts.filter(([, value]) => value !== '')
