/** The author of the operator's changes in the audit log: the command line, or a person at the console (decision 1047). */
export type Author = {
  readonly actor: string
  /** The reason that the person gave. */
  readonly why?: string | undefined
}

const OPERATOR = 'operator'

/** The command line has the rights of the machine's account and knows no person. */
export const commandLine: Author = { actor: OPERATOR }

export const personAt = (name: string, why?: string): Author => ({ actor: `${OPERATOR} ${name}`, why })

/** Desks see that the operator acted, and not which person. */
export const isOperator = (actor: string): boolean => actor === OPERATOR || actor.startsWith(`${OPERATOR} `)

export const actorForDesks = (actor: string): string => (isOperator(actor) ? OPERATOR : actor)

type Detail = Readonly<Record<string, string | number | boolean>>

/** The detail of an entry, with the person's reason unless the command has one of its own. */
export const withReason = ({ why }: Author, detail: Detail = {}): Detail => (why === undefined ? detail : { why, ...detail })
