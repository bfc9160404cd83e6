/** A refusal is a value: what was wrong, the rule that says so, and what would be accepted. */
export type Refusal<Code extends string = string> = {
  readonly refused: Code
  /** The number of the rule in docs/rulebook.md: `4.2`. */
  readonly rule: string
  /** A sentence for the person who is refused; says what would be accepted. */
  readonly message: string
  /** The field of the command that is at fault, where one is. */
  readonly field?: string
}

export function refuse<Code extends string>(refused: Code, rule: string, message: string, field?: string): Refusal<Code> {
  return field === undefined ? { refused, rule, message } : { refused, rule, message, field }
}

export const isRefusal = (answer: object): answer is Refusal => 'refused' in answer
