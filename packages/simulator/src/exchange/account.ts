/** An account at a simulated venue, by its API key. */
export type SimulatedAccount = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** The scopes of the key; everything that block trading needs, unless said otherwise. */
  readonly scopes?: readonly string[]
  /** Keys of one user open one account; a key without one is a user of its own. */
  readonly user?: string
}

/** The user whose account a key opens. */
export const userOf = ({ user, clientId }: Pick<SimulatedAccount, 'user' | 'clientId'>): string => user ?? clientId
