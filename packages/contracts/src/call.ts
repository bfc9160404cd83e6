/** A call of the public API, written once: the server validates by it, the client is typed by it, the reference is generated from it. */
import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

/**
 * The callers of a call: nobody signed in, any signed-in person or key, a signed-in person, a member who may trade, one who may bid in auctions
 * of vaults, a desk administrator.
 */
export type Who = 'anyone' | 'member' | 'person' | 'trader' | 'bidder' | 'administrator'
/**
 * How lately the person has to have proved who they are: by password, or by password and, where the person has one, a second factor.
 * Signing in proves both; POST /account/password-check/ proves it again.
 */
export type StepUp = 'password' | 'factor'

/**
 * The effect of a call on the market, for the platform's states: `trade` creates or changes what may trade, `cancel` takes it back, `protect`
 * sets or resets what guards it, or books what has traded, and goes on in every state.
 */
export type Effect = 'trade' | 'cancel' | 'protect'

export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters; always with the trailing slash, though the server answers without it too. */
  readonly path: string
  readonly summary: string
  readonly who: Who
  readonly stepUp?: StepUp
  /** Unless said: DELETE of a trader or bidder cancels, whatever else they write trades, and nobody else's call has any. */
  readonly effect?: Effect
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /**
   * It covers everything but what is named. A parameter or member that it does not know is refused: to ignore it would cover more than was
   * meant. Elsewhere what is not known is ignored.
   */
  readonly refusesUnknown?: true
  /** Its query is read in camel case too, `strategyId` for `strategy_id`: published clients of this API write either. */
  readonly isCamelCaseRead?: true
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 202 | 204 | 207
  readonly answer: Answer
  /** It goes to several markets: 207 with this beside the answer, where some decided and some could not be reached. */
  readonly partly?: z.ZodType
  /**
   * How the same request under the same Idempotency-Key is answered, where not by its first answer. DONE_AGAIN: it is about the session that
   * asks, or its answer is nothing but a secret; nothing of it is kept. A schema: what of the first answer is kept, without what is shown once.
   */
  readonly whenRepeated?: 'DONE_AGAIN' | z.ZodType
  /** Refusals beside those that any call may give (authentication, rate limit, malformed input). */
  readonly refusals?: readonly ErrorName[]
}

export const call = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(
  definition: Call<Params, Query, Body, Answer>,
): Call<Params, Query, Body, Answer> => definition

/** The arguments and the answer of a call; input side of the schemas, so that numbers are welcome where texts are kept. */
export type ParamsOf<C> = C extends Call<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never
export type QueryOf<C> = C extends Call<z.ZodType, infer Q, z.ZodType, z.ZodType> ? Accepted<z.input<Q>, z.output<Q>> : never
/** A filter that takes its words in any spelling is typed by the words themselves: one of them or several. */
type Accepted<In, Out> = {
  readonly [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? OneOrSeveral<Out[K]> : In[K]) : In[K]
}
type OneOrSeveral<Read> = Read extends readonly (infer W)[] ? W | readonly W[] : Read extends boolean ? Read | `${Read}` : Read
export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
export type AnswerOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** Undefined for what is no trading at all. */
export function effectOf({ effect, method, who }: Call): Effect | undefined {
  if (effect !== undefined) return effect
  if (method === 'GET' || (who !== 'trader' && who !== 'bidder')) return undefined
  return method === 'DELETE' ? 'cancel' : 'trade'
}

/** It only takes back what stands, which is right in any market: a program tries it also where it believes that it has no network. */
export const takesBack = (call: Call): boolean => effectOf(call) === 'cancel'
