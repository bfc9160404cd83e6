/** An account at a simulated venue, by its API key. */
export type SimulatedAccount = {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** The scopes of the key; everything that block trading needs, unless said otherwise. */
  readonly scopes?: readonly string[]
}
