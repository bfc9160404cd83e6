/** A refusal is a value: what was wrong, the rule that applies, and what would be accepted. */
export type Refusal<Code extends string = string> = {
  readonly refused: Code
  /** The number of the rule in docs/rulebook.md: `4.2`. */
  readonly rule: string
  /** A sentence for the person who is refused. It states what would be accepted. */
  readonly message: string
  /** The invalid field of the command, if there is one. */
  readonly field?: string
  /** The time to wait, if waiting helps. */
  readonly retryAfterMs?: number
  /** Further invalid fields of the same form. The first is used if only one can be shown. */
  readonly also?: readonly Refusal[]
  /** The terms that a second person has to approve, as part of a sentence (rulebook 11.14). */
  readonly asks?: string
  /** The held request that waits for this approval (rulebook 11.15). */
  readonly heldRequest?: string
  /** For a two-way quote, the refusal of each side, in the order given (rulebook 5.23). */
  readonly sides?: readonly [Refusal, Refusal]
}

export function refuse<Code extends string>(refused: Code, rule: string, message: string, field?: string): Refusal<Code> {
  return field === undefined ? { refused, rule, message } : { refused, rule, message, field }
}

/** Checks for an array first, because a lookup of a member that an array does not have walks its whole prototype chain. */
export const isRefusal = (answer: object): answer is Refusal => !Array.isArray(answer) && 'refused' in answer

/** The refusals of a form as one, or undefined if there are none. */
export function refuseTogether<Code extends string>([first, ...also]: readonly Refusal<Code>[]): Refusal<Code> | undefined {
  return first === undefined || also.length === 0 ? first : { ...first, also }
}
