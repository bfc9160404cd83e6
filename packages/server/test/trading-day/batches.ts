/** Several quotes of one desk in one call, as makers send them. Each has its own response, and a key derived from that of the call. */
import { setImmediate as turn } from 'node:timers/promises'
import type { PlaceOrder } from '@parley/core'
import { EngineUnavailable } from '../../src/engine/engine-unavailable.ts'
import { decideBatch } from '../../src/rfq/decide-batch.ts'
import { somebodyInABook } from './book-desks.ts'
import { ask, askedFor, type SentCommand } from './clients.ts'
import { accountOf, labelOf, type Seen } from './desks.ts'
import type { Server } from './server.ts'

export type Batch = { readonly key: string | undefined; readonly body: string; readonly lines: readonly SentCommand[] }

const MOST_LINES = 6
const DRAWS = 40

/** Quotes of one desk in some markets; fewer if there are not enough markets. */
export function batchBy(seen: Seen, key: string | undefined): Batch {
  const wanted = 2 + seen.chance.below(MOST_LINES - 1)
  const quotes: PlaceOrder[] = []
  for (let draw = 0; draw < DRAWS && quotes.length < wanted; draw++) {
    const command = somebodyInABook(seen)
    if (command.kind === 'PlaceOrder' && command.as === 'QUOTE' && command.timeInForce !== 'IOC') quotes.push(command)
  }
  const commands = quotes.map((quote): PlaceOrder => {
    const { actor } = quotes[0]!
    return { ...quote, actor, account: accountOf(actor.desk), ...(quote.label === undefined ? {} : { label: labelOf(actor.desk) }) }
  })
  const body = JSON.stringify(commands)
  const keyOf = (place: number): string | undefined => (key === undefined ? undefined : `${key} ${place}`)
  return { key, body, lines: commands.map((command, place) => askedFor(seen.shard.name, command, keyOf(place), { body, at: seen.now })) }
}

/** This is how the API works: items of one market are decided in order, and an item that was already decided under its key is not decided again. */
export function askBatch(server: Server, { key, body, lines }: Batch, isReplaced: boolean, onBroken: (error: unknown) => void): void {
  const [first] = lines
  if (first === undefined || first.command.kind !== 'PlaceOrder') return
  decideBatch<SentCommand, object>({
    items: lines,
    laneOf: ({ command }) => (command.kind === 'PlaceOrder' ? command.id : ''),
    decide: async (line) => {
      await ask(server, line, isReplaced, onBroken)
      return { answers: line.answers.length }
    },
    repeatedAnswer: async (idempotency) => {
      // The API stores a batch before it decides its parts. A server that dies in between sends nothing more.
      await turn()
      const answer = await server.engine.again(idempotency)
      return answer && { answer }
    },
    idempotency: key === undefined ? undefined : { scope: 'desk', key, requestHash: body },
  }).catch((error: unknown) => {
    if (!(error instanceof EngineUnavailable)) onBroken(error)
  })
}
