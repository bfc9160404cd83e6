/** The answers that a screen test gives in place of the server: values of the contracts' types, refusals from their catalogue, or a network failure. */
import { type AnswerOf, type BodyOf, type Call, type ErrorName, errors } from '@parley/contracts'

export type WireRequest<C = Call> = {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: BodyOf<C>
}

/** An error response in the server's format. Forms read the errors of calls under /account/ by field. */
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

export type Answer = {
  readonly call: Call
  readonly reply: (request: WireRequest) => unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers a call with a value, or with what a function returns for the request. Extra response headers are optional. */
export const answer = <C extends Call>(call: C, reply: Reply<C>, headers: Answer['headers'] = {}): Answer => ({
  ...{ call, headers },
  reply: typeof reply === 'function' ? (reply as Answer['reply']) : () => reply,
})
