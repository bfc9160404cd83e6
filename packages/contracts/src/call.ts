/** A call of the public API, defined once: the server validates with it, the client is typed by it, and the reference is generated from it. */
import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

/**
 * The callers of a call: anyone without signing in, any signed-in user or key, a signed-in user, a member who can trade, one who can bid in vault
 * auctions, or a desk administrator.
 */
export type Who = 'anyone' | 'member' | 'person' | 'trader' | 'bidder' | 'administrator'
/**
 * How recently the user must have confirmed their identity: by password, or by password and, if the user has one, a second factor. Signing in
 * confirms both; POST /account/password-check/ confirms it again.
 */
export type StepUp = 'password' | 'factor'

/**
 * The effect of a call on the market, which decides in which platform states it is accepted. `trade` creates or changes what can trade, and `cancel`
 * cancels it. `protect` sets or resets protections, or books a trade, and is accepted in every state.
 */
export type Effect = 'trade' | 'cancel' | 'protect'

export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters, and always with the trailing slash, although the server also accepts calls without it. */
  readonly path: string
  readonly summary: string
  readonly who: Who
  readonly stepUp?: StepUp
  /** It computes with a password or asks a firm's provider, which a busy server may take long for, so its callers wait longer. */
  readonly isSlow?: true
  /** The default is `cancel` for a DELETE of a trader or bidder, and `trade` for their other writes. Other calls have none. */
  readonly effect?: Effect
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /**
   * The call covers everything that its filters do not exclude. An unknown parameter or member is refused, because ignoring it would cover more than
   * intended. Other calls ignore unknown members.
   */
  readonly refusesUnknown?: true
  /** Its query also accepts camel case, `strategyId` for `strategy_id`, because published clients of this API use both. */
  readonly isCamelCaseRead?: true
  /** The status of success; the default is 200. */
  readonly status?: 200 | 201 | 202 | 204 | 207
  readonly answer: Answer
  /** The call is sent to several markets. If some decided and some could not be reached, the status is 207 with this in addition to the response. */
  readonly partly?: z.ZodType
  /**
   * How the same request with the same Idempotency-Key is answered, if not with its first response. DONE_AGAIN: the response is about the calling
   * session or consists only of a secret, and is not stored. A schema: the stored part of the first response, without what is shown only once.
   */
  readonly whenRepeated?: 'DONE_AGAIN' | z.ZodType
  /** Refusals in addition to those of every call (authentication, rate limit, malformed input). `refusalsOf` adds those of a trading call. */
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

/** The arguments and the response of a call. They have the input type of the schemas, so numbers are accepted where texts are stored. */
export type ParamsOf<C> = C extends Call<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never
export type QueryOf<C> = C extends Call<z.ZodType, infer Q, z.ZodType, z.ZodType> ? Accepted<z.input<Q>, z.output<Q>> : never
/** A filter that accepts its values in any spelling is typed by the values themselves: one of them or several. */
type Accepted<In, Out> = {
  readonly [K in keyof In]: unknown extends In[K] ? (K extends keyof Out ? OneOrSeveral<Out[K]> : In[K]) : In[K]
}
type OneOrSeveral<Read> = Read extends readonly (infer W)[] ? W | readonly W[] : Read extends boolean ? Read | `${Read}` : Read
export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
export type AnswerOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** Undefined for a call that has no effect on trading. */
export function effectOf({ effect, method, who }: Call): Effect | undefined {
  if (effect !== undefined) return effect
  if (method === 'GET' || (who !== 'trader' && who !== 'bidder')) return undefined
  return method === 'DELETE' ? 'cancel' : 'trade'
}

/** A call that trades also refuses callers who may not trade, or to whom the market or the product is not offered (rulebook 2.17, 2.18). */
export const refusalsOf = (call: Call): readonly ErrorName[] => [
  ...(call.refusals ?? []),
  ...(effectOf(call) === 'trade' ? (['AgreementNotAccepted', 'ProductNotOffered'] as const) : []),
]

/** Whether the call only cancels, which is safe in any market. A program tries such a call even if it believes that it has no network. */
export const takesBack = (call: Call): boolean => effectOf(call) === 'cancel'
