/** Refusals of quote commands, for `quote_status`: a client of ob reads the final decision there, whether or not it reads its reply. */
import { errors, type BatchVerdictView } from '@parley/contracts'
import { isRefusal, type DeskId, type Refusal } from '@parley/core'

export type Told = (desk: DeskId, data: object) => void
type Refused = NonNullable<BatchVerdictView['error']>
type Named = { readonly client_order_id?: string | number | null | undefined }

export function createRefusedQuotes() {
  const listeners = new Set<Told>()
  function say(desk: DeskId, { client_order_id: id }: Named, error: Refused): void {
    const data = { kind: 'REJECTED', quote: null, client_order_id: id === undefined || id === null ? null : String(id), error }
    for (const listener of listeners) listener(desk, data)
  }
  return {
    onRefused: (listener: Told): void => void listeners.add(listener),

    /** The answer as it was, once the desk has been told. */
    async tell<Answer extends object>(desk: DeskId, body: Named, answer: Promise<Answer | Refusal>): Promise<Answer | Refusal> {
      const decided = await answer
      if (isRefusal(decided)) say(desk, body, errorOf(decided))
      return decided
    },

    /** Of a batch, each on its own. */
    async tellEach(
      desk: DeskId,
      bodies: readonly Named[],
      answer: Promise<readonly BatchVerdictView[] | Refusal>,
    ): Promise<readonly BatchVerdictView[] | Refusal> {
      const verdicts = await answer
      if (!isRefusal(verdicts)) for (const { index, error } of verdicts) if (error !== null) say(desk, bodies[index] ?? {}, error)
      return verdicts
    },
  }
}

export type RefusedQuotes = ReturnType<typeof createRefusedQuotes>

const errorOf = ({ refused: error, message }: Refusal): Refused => ({ code: errors[error as keyof typeof errors].code, error, message })
