/** Valid requests, prepared with everything they need. Only these find faults behind a success. */
import type { Answer } from '../protocol/answer.ts'
import { pick, type Random } from '../random.ts'
import { VALUES } from '../protocol/malformed.ts'

export type Sends = { send(method: string, path: string, body?: unknown): Promise<Answer> }
export type Right<By extends Sends = Sends> = {
  readonly by: By
  readonly path: string
  readonly body?: unknown
  /** Called with the response if the call succeeded. */
  done?(answer: Answer): void
}
/** By the name of the call; several if one call does several things. */
export type Rights<By extends Sends = Sends> = Readonly<Record<string, readonly (() => Promise<Right<By>>)[]>>

/** The member's value is inserted as a JSON string, because some values cannot be written from ours. */
const PLACE = '\u2402'

/** The same with one member changed, at any depth; undefined if there is none. */
export function wrongCopy({ body }: Right, random: Random): string | undefined {
  const members = membersIn(body)
  if (members.length === 0) return undefined
  const wrong = pick(random, members)
  const text = JSON.stringify(body, (member, value: unknown) => (member === wrong ? PLACE : value))
  return text.replaceAll(`"${PLACE}"`, () => pick(random, VALUES))
}

function membersIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(membersIn)
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside]
}
