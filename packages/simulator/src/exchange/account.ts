/** An account at a simulated venue, identified by its API key. */
export type SimulatedAccount = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** The scopes of the key; by default everything that block trading needs. */
  readonly scopes?: readonly string[]
  /** Keys of one user open one account. A key without a user has its own. */
  readonly user?: string
}

/** The user whose account a key opens. */
export const userOf = ({ user, clientId }: Pick<SimulatedAccount, 'user' | 'clientId'>): string => user ?? clientId
