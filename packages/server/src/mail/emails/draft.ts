/** An email before formatting. Its text and its HTML are made from the same content. */
export type Draft = {
  readonly subject: string
  readonly heading: string
  /** The name in the greeting; undefined if unknown. */
  readonly name: string | undefined
  readonly paragraphs: readonly string[]
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** A code to type or copy. */
  readonly code?: { readonly label: string; readonly value: string }
  readonly action?: { readonly label: string; readonly link: string }
  /** Advice for a recipient who did not expect the email. */
  readonly notYou: string
  /** The reason for writing to this address. */
  readonly why: string
}

export type Email = { readonly subject: string; readonly text: string; readonly html: string }

export type Sender = {
  /** The address for questions. */
  readonly support: string
  /** The address of the product. */
  readonly publicUrl: string
}

/** A time in an unambiguous form: 21 Nov 2026, 18:05 UTC. */
export function formatMoment(at: number): string {
  const [, day, month, year, time] = /^\w+, (\d\d) (\w+) (\d{4}) (\d\d:\d\d)/.exec(new Date(at).toUTCString())!
  return `${Number(day)} ${month} ${year}, ${time} UTC`
}

/** Leaves out unknown facts: for example, an operator at the machine itself has no address. */
export const knownFacts = ({ facts = [] }: Draft): NonNullable<Draft['facts']> => facts.filter(([, value]) => value !== '')
