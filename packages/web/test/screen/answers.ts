/** Answers of the server in a test of a screen: values of the contracts' types, refusals of their catalogue, or a broken network. */
import { type AnswerOf, type BodyOf, type Call, type ErrorName, errors } from '@parley/contracts'

export type WireRequest<C = Call> = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: BodyOf<C>
}

/** An answer of failure as the server writes it: under /account/ a form reads its errors by field. */
export class Refused {
  readonly name: ErrorName
  readonly message: string
  readonly member: string | undefined
  readonly more: object
  constructor(name: ErrorName, message: string = errors[name].summary, member?: string, more: object = {}) {
    this.name = name
    this.message = message
    this.member = member
    this.more = more
  }

  get status(): number {
    return errors[this.name].status
  }

  bodyAt(path: string): object {
    const { name: error, message, member } = this
    if (path.startsWith('/account/') && this.status === 400) return { [member ?? 'non_field_errors']: [message], ...this.more }
    return { code: errors[error].code, error, message, detail: message, ...(member === undefined ? {} : { data: { member } }) }
  }
}

/** The request does not reach the server. */
export const noNetwork: unique symbol = Symbol('no network')
/** The server takes the request and never answers it. */
export const noAnswer: unique symbol = Symbol('no answer')

type Outcome<C> = AnswerOf<C> | Refused | typeof noNetwork | typeof noAnswer
export type Reply<C> = Outcome<C> | ((request: WireRequest<C>) => Outcome<C>)

export type Answer = { readonly call: Call; readonly reply: (request: WireRequest) => unknown }

/** The answer to a call, or a function of the request that returns it. */
export const answer = <C extends Call>(call: C, reply: Reply<C>): Answer => ({
  call,
  reply: typeof reply === 'function' ? (reply as Answer['reply']) : () => reply,
})
