import type { AnswerOf, Call, CallInput, Command } from '@parley/client'

/** A call with an order in its body. The latest time is part of the order, so that a repetition has the same one (rulebook 5.25). */
export const orderCommand = <C extends Call>(call: C, input: CallInput<C> & { readonly body: object }): Command<AnswerOf<C>> => ({
  ...{ call, input },
  send: (client, { notAfter, ...how } = {}) => client.call(call, { ...input, body: { ...input.body, not_after: notAfter }, ...how }),
})
